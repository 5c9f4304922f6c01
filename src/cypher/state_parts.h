// The parts of advance(), which is the only caller: how writing grows the schema
// (state_schema.cpp), and how deletion spreads from value to value (state_scope.cpp). See state.h
// for what they promise.
#pragma once

#include <span>

#include "cypher/ast.h"
#include "cypher/state.h"

namespace dinkel {

// CREATE and MERGE. Expects the context after the pattern: types of property values can depend on
// variables of the same pattern.
void grow_by_pattern(GraphSchema& schema, const QueryContext& context, const PatternPart& part);
// SET, ON CREATE SET and ON MATCH SET.
void grow_by_items(GraphSchema& schema, const QueryContext& context,
                   std::span<const SetItem> items);

// Whether a value of that type can be, or contain, an entity of these kinds.
bool may_hold(Type type, Kinds entities);
// Whether the value of an expression may be, or contain, a deleted entity.
bool may_be_deleted(const QueryContext& context, const Expr& value, Type type);

void create_index(GraphSchema& schema, const CreateIndex& create);
void drop_index(GraphSchema& schema, const DropIndex& drop);
void create_constraint(GraphSchema& schema, const CreateConstraint& create);
void drop_constraint(GraphSchema& schema, const DropConstraint& drop);

}  // namespace dinkel
