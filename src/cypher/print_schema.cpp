// The printer's chapter on indexes and constraints. The variable of the pattern is not kept in the
// tree: n for nodes, r for relationships.
#include <string_view>

#include "cypher/printer.h"

namespace dinkel {
namespace {

std::string_view variable_of(SchemaEntity entity) {
  return entity == SchemaEntity::Node ? "n" : "r";
}

}  // namespace

void Printer::schema_entity(SchemaEntity entity, const std::vector<std::string>& labels) {
  text(entity == SchemaEntity::Node ? "(" : "()-[");
  text(variable_of(entity));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    out_.push_back(i == 0 ? ':' : '|');
    name(labels[i]);
  }
  text(entity == SchemaEntity::Node ? ")" : "]-()");
}

void Printer::schema_properties(SchemaEntity entity, const std::vector<std::string>& properties) {
  list(properties, [&](const std::string& property) {
    text(variable_of(entity));
    out_.push_back('.');
    name(property);
  });
}

void Printer::legacy_label(std::string_view label, const std::vector<std::string>& properties) {
  text("ON :");
  name(label);
  if (properties.empty()) return;
  out_.push_back('(');
  list(properties, [&](const std::string& property) { name(property); });
  out_.push_back(')');
}

void Printer::create_index(const CreateIndex& index) {
  constexpr std::string_view kinds[] = {"", "RANGE ", "TEXT ", "POINT ", "LOOKUP ", "FULLTEXT "};
  text("CREATE ");
  if (index.legacy && index.entity == SchemaEntity::Relationship) text("EDGE ");
  text(kinds[static_cast<std::size_t>(index.kind)]);
  text("INDEX ");
  if (index.legacy) {
    return legacy_label(index.labels.empty() ? "" : index.labels.front(), index.properties);
  }
  if (!index.name.empty()) {
    name(index.name);
    out_.push_back(' ');
  }
  if (index.if_not_exists) text("IF NOT EXISTS ");
  text("FOR ");
  schema_entity(index.entity, index.labels);
  if (index.kind == IndexKind::Lookup) {
    text(index.entity == SchemaEntity::Node ? " ON EACH labels(n)" : " ON EACH type(r)");
    return;
  }
  const bool fulltext = index.kind == IndexKind::Fulltext;
  text(fulltext ? " ON EACH [" : " ON (");
  schema_properties(index.entity, index.properties);
  out_.push_back(fulltext ? ']' : ')');
}

void Printer::drop_index(const DropIndex& index) {
  text("DROP INDEX ");
  if (index.legacy) return legacy_label(index.label, index.properties);
  name(index.name);
  if (index.if_exists) text(" IF EXISTS");
}

void Printer::create_constraint(const CreateConstraint& constraint) {
  text("CREATE CONSTRAINT ");
  if (!constraint.name.empty()) {
    name(constraint.name);
    out_.push_back(' ');
  }
  if (constraint.if_not_exists) text("IF NOT EXISTS ");
  text(constraint.legacy ? "ON " : "FOR ");
  schema_entity(constraint.entity, {constraint.label});
  text(constraint.legacy ? " ASSERT " : " REQUIRE ");
  if (constraint.legacy && constraint.kind == ConstraintKind::NotNull) text("exists");
  const bool parens = constraint.properties.size() != 1 ||
                      (constraint.legacy && constraint.kind == ConstraintKind::NotNull);
  if (parens) out_.push_back('(');
  schema_properties(constraint.entity, constraint.properties);
  if (parens) out_.push_back(')');
  switch (constraint.kind) {
    case ConstraintKind::Unique:
      return text(" IS UNIQUE");
    case ConstraintKind::NotNull:
      return text(constraint.legacy ? "" : " IS NOT NULL");
    case ConstraintKind::Key:
      return text(constraint.entity == SchemaEntity::Node ? " IS NODE KEY"
                                                          : " IS RELATIONSHIP KEY");
    case ConstraintKind::Type:
      text(" IS :: ");
      if (constraint.type) type_name(*constraint.type);
  }
}

void Printer::drop_constraint(const DropConstraint& constraint) {
  text("DROP CONSTRAINT ");
  name(constraint.name);
  if (constraint.if_exists) text(" IF EXISTS");
}

}  // namespace dinkel
