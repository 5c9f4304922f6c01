// What the writing clauses share: evaluating what is to be stored, storing it with its counters,
// and checking the constraints of the graph.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "interpret/runtime.h"

namespace dinkel {

// Whether a property can hold the value: no map, no entity, and lists of one kind without nulls.
bool is_storable(const Value& value);

// The properties of a node or relationship pattern that is to be created; nulls are left out.
Map evaluate_properties(Runtime& runtime, const Bindings& bindings, const OptionalExpr& properties);

// The labels that CREATE (n:A:B), SET n:A:B and REMOVE n:A:B name.
std::vector<std::string> label_names(Runtime& runtime, const Bindings& bindings,
                                     const LabelExpr& labels);

// SET item on one row.
void set_item(Runtime& runtime, const Bindings& bindings, const SetItem& item);

// Sets or (with null) removes one property of a node or relationship that exists.
void write_property(Runtime& runtime, const Value& entity, std::string_view key, Value value);

// Fails if the entity is not there any more.
void check_exists(const Runtime& runtime, const Value& entity);

// Fails if the entity, as it is now, breaks a constraint of the graph.
void check_constraints(const Runtime& runtime, const Value& entity);

}  // namespace dinkel
