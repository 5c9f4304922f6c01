#include "targets/child/kuzu_schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/match.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"

namespace dinkel {
namespace {

// The names in a label expression; one that is computed has none.
void add_names(const LabelExpr& labels, std::vector<std::string>& names) {
  match(
      labels.node, [&](const LabelName& label) { names.push_back(label.name); },
      [](const LabelWildcard&) {}, [](const LabelDynamic&) {},
      [&](const LabelNot& negation) { add_names(*negation.operand, names); },
      [&](const LabelAnd& all) {
        for (const LabelExpr& operand : all.operands) add_names(operand, names);
      },
      [&](const LabelOr& any) {
        for (const LabelExpr& operand : any.operands) add_names(operand, names);
      });
}

std::vector<std::string> names_of(const std::optional<LabelExpr>& labels) {
  std::vector<std::string> names;
  if (labels) add_names(*labels, names);
  return names;
}

// The type of a column that holds such values; empty where there is none.
std::string column_type(Type type) {
  const Kinds kinds = type.kinds.without(Kind::Null);
  if (kinds == Kinds(Kind::List)) {
    const std::string element = column_type(Type::of(type.elements.without(Kind::Null)));
    return element.empty() ? "INT64[]" : element + "[]";
  }
  if (kinds == Kinds(Kind::Integer)) return "INT64";
  if (kinds.only(kinds::number) && !kinds.empty()) return "DOUBLE";
  if (kinds == Kinds(Kind::String)) return "STRING";
  if (kinds == Kinds(Kind::Boolean)) return "BOOL";
  if (kinds == Kinds(Kind::Date)) return "DATE";
  if (kinds == Kinds(Kind::LocalDateTime)) return "TIMESTAMP";
  if (kinds == Kinds(Kind::DateTime)) return "TIMESTAMP_TZ";
  if (kinds == Kinds(Kind::Duration)) return "INTERVAL";
  return "";
}

}  // namespace

void KuzuSchema::declare_node(const std::string& label) {
  if (!labels_.insert(label).second) return;
  commands_.push_back(fmt::format(
      "CREATE NODE TABLE IF NOT EXISTS {}(`_row` SERIAL, PRIMARY KEY(`_row`))", quote_name(label)));
}

void KuzuSchema::declare_relationship(const std::string& type, const Ends& ends) {
  declare_node(ends.first);
  declare_node(ends.second);
  std::set<Ends>& known = relationships_[type];
  const bool is_new = known.empty();
  if (!known.insert(ends).second) return;
  const std::string from_to =
      fmt::format("FROM {} TO {}", quote_name(ends.first), quote_name(ends.second));
  commands_.push_back(
      is_new ? fmt::format("CREATE REL TABLE IF NOT EXISTS {}({})", quote_name(type), from_to)
             : fmt::format("ALTER TABLE {} ADD {}", quote_name(type), from_to));
}

void KuzuSchema::declare_columns(const std::string& table, const PropertyTypes& properties) {
  for (const auto& [key, type] : properties) {
    const std::string column = column_type(type);
    if (column.empty() || !columns_[table].insert(key).second) continue;
    commands_.push_back(fmt::format("ALTER TABLE {} ADD IF NOT EXISTS {} {}", quote_name(table),
                                    quote_name(key), column));
  }
}

std::string KuzuSchema::label_at(const PatternElement& element) {
  const auto* node = std::get_if<NodePattern>(&element.node);
  if (node == nullptr) return "";
  const std::vector<std::string> names = names_of(node->labels);
  if (!names.empty()) return names.front();
  const auto known = variables_.find(node->variable);
  return known == variables_.end() ? "" : known->second;
}

void KuzuSchema::read_part(const PatternPart& part) {
  for (const PatternElement& element : part.elements) {
    const auto* node = std::get_if<NodePattern>(&element.node);
    if (node == nullptr) continue;
    for (const std::string& label : names_of(node->labels)) {
      declare_node(label);
      if (!node->variable.empty()) variables_.try_emplace(node->variable, label);
    }
  }
  for (std::size_t i = 1; i + 1 < part.elements.size(); ++i) {
    const auto* relationship = std::get_if<RelationshipPattern>(&part.elements[i].node);
    if (relationship == nullptr) continue;
    Ends ends = {label_at(part.elements[i - 1]), label_at(part.elements[i + 1])};
    if (relationship->direction == Direction::Left) std::swap(ends.first, ends.second);
    for (const std::string& type : names_of(relationship->types)) {
      if (!ends.first.empty() && !ends.second.empty()) {
        declare_relationship(type, ends);
      } else if (!relationships_.contains(type) && !labels_.empty()) {
        // It is only asked for: any ends will do.
        declare_relationship(type, {*labels_.begin(), *labels_.begin()});
      }
    }
  }
}

std::vector<std::string> KuzuSchema::prepare(std::string_view statement) {
  commands_.clear();
  variables_.clear();
  const auto parsed = parse_statement(statement);
  if (!parsed.ok()) return {};
  for_each_clause(*parsed, [&](const Clause& clause) {
    if (const auto* match_clause = std::get_if<Match>(&clause.node)) {
      for (const PatternPart& part : match_clause->pattern) read_part(part);
    } else if (const auto* create = std::get_if<Create>(&clause.node)) {
      for (const PatternPart& part : create->pattern) read_part(part);
    } else if (const auto* merge = std::get_if<Merge>(&clause.node)) {
      read_part(merge->pattern);
    }
  });
  GraphState state;
  advance(state, *parsed);
  for (const auto& [label, properties] : state.schema.labels) {
    if (labels_.contains(label)) declare_columns(label, properties);
    // What SET writes through a variable, which has one of these labels.
    if (!label.empty()) continue;
    for (const auto& [variable, of_variable] : variables_) declare_columns(of_variable, properties);
  }
  for (const auto& [type, properties] : state.schema.relationship_types) {
    if (relationships_.contains(type)) declare_columns(type, properties);
  }
  return std::move(commands_);
}

}  // namespace dinkel
