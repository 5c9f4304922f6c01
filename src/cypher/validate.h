// The validator: is this statement one that every correct engine compiles? It replays advance()
// over the tree and refuses undefined and redeclared variables, wrong types, misplaced aggregation,
// missing aliases, writes in read-only subqueries, mismatched UNION columns and so on, each with
// the TCK's word for it and a position.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "cypher/query_error.h"
#include "cypher/type.h"

namespace dinkel {

struct ProcedureSignature {
  struct Field {
    std::string name;
    Type type;
  };
  std::string name;
  std::vector<Field> inputs;
  std::vector<Field> outputs;
};

struct ValidateOptions {
  std::span<const ProcedureSignature> procedures;
  // The names of the parameters that will be given; absent: any parameter may be.
  std::optional<std::vector<std::string>> parameters;
};

// The first mistake in the order of the text, or nothing.
std::optional<QueryError> validate(const Statement& statement, const ValidateOptions& options = {});

// Whether an expression contains an aggregation outside of nested subqueries.
bool contains_aggregate(const Expr& expr);

}  // namespace dinkel
