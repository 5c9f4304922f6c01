// What the pattern files offer each other and the writing clauses; runtime.h has the rest.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "interpret/runtime.h"

namespace dinkel {

// match_pattern() and new_variables() for some parts.
void match_parts(Runtime& runtime, const Bindings& bindings, std::span<const PatternPart> parts,
                 const MatchFound& found, const Expr* where = nullptr);
std::vector<std::string> new_variables(std::span<const PatternPart> parts,
                                       const Bindings& bindings);

// Whether the variable is the first or the last node of the part. A path selector chooses between
// paths with the same ends, so these do not depend on its choice.
bool is_end_of(const PatternPart& part, const std::string& name);

// The names that $(expr) stands for: a string, or a list of strings that must all be there.
std::vector<std::string> dynamic_labels(Runtime& runtime, const Bindings& bindings,
                                        const LabelDynamic& dynamic);

// Something was asked of an entity that this statement deleted.
[[noreturn]] void fail_deleted(const Value& entity);

}  // namespace dinkel
