// CREATE and MERGE.
#include <algorithm>

#include "base/match.h"
#include "interpret/match.h"
#include "interpret/match_plan.h"
#include "interpret/write.h"

namespace dinkel {
namespace {

Value* find_cell(std::span<const std::string> names, Row& row, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (name.empty() || found == names.end()) return nullptr;
  return &row[static_cast<std::size_t>(found - names.begin())];
}

// Creates the elements of one part from left to right. A relationship waits for the node that
// follows it.
class PartCreator {
 public:
  PartCreator(Runtime& runtime, std::span<const std::string> names, Row& row, std::size_t first_new)
      : runtime_(runtime), names_(names), row_(row), first_new_(first_new) {}

  void create(const PatternPart& part) {
    for (const PatternElement& element : part.elements) {
      match(
          element.node, [&](const NodePattern& node) { add_node(node); },
          [&](const RelationshipPattern& relationship) { pending_ = &relationship; },
          [&](const PathGroup&) {
            fail(ErrorType::SyntaxError, ErrorDetail::UnexpectedSyntax,
                 "a pattern that is to be created cannot have groups");
          });
    }
    if (Value* cell = find_cell(names_, row_, part.path_variable)) *cell = std::move(path_);
  }

 private:
  Bindings bindings() const { return runtime_.bind(names_, row_); }

  void add_node(const NodePattern& pattern) {
    const NodeRef node = find_or_create(pattern);
    if (pending_ != nullptr) add_relationship(*pending_, path_.nodes.back(), node);
    pending_ = nullptr;
    path_.nodes.push_back(node);
  }

  NodeRef find_or_create(const NodePattern& pattern) {
    Value* cell = find_cell(names_, row_, pattern.variable);
    const Value* bound = cell;
    if (cell == nullptr && !pattern.variable.empty()) bound = bindings().find(pattern.variable);
    if (bound != nullptr && !(bound == cell && is_new(*cell))) return existing(*bound, pattern);
    NodeData data;
    if (pattern.labels) data.labels = label_names(runtime_, bindings(), *pattern.labels);
    std::ranges::sort(data.labels);
    const auto repeated = std::ranges::unique(data.labels);
    data.labels.erase(repeated.begin(), repeated.end());
    data.properties = evaluate_properties(runtime_, bindings(), pattern.properties);
    ++runtime_.effects.nodes_created;
    runtime_.effects.labels_added += static_cast<std::int64_t>(data.labels.size());
    runtime_.effects.properties_set += static_cast<std::int64_t>(data.properties.size());
    const NodeRef node = runtime_.graph.create_node(std::move(data));
    if (!runtime_.options.bugs.empty()) runtime_.created.push_back(node);
    check_constraints(runtime_, node);
    if (cell != nullptr) *cell = node;
    return node;
  }

  // The cells of variables that this clause binds come last in the row, and are null at first.
  bool is_new(const Value& cell) const {
    const auto position = static_cast<std::size_t>(&cell - row_.data());
    return position >= first_new_ && cell.is_null();
  }

  NodeRef existing(const Value& value, const NodePattern& pattern) const {
    if (value.is_null()) {
      fail(ErrorType::EntityNotFound, ErrorDetail::None,
           "a relationship cannot be created: node `" + pattern.variable + "` is null");
    }
    const auto* node = value.get_if<NodeRef>();
    if (node == nullptr) {
      fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
           "`" + pattern.variable + "` is not a node");
    }
    check_exists(runtime_, value);
    return *node;
  }

  void add_relationship(const RelationshipPattern& pattern, NodeRef left, NodeRef right) {
    RelationshipData data;
    const auto types = pattern.types ? label_names(runtime_, bindings(), *pattern.types)
                                     : std::vector<std::string>();
    if (types.size() != 1) {
      fail(ErrorType::SyntaxError, ErrorDetail::NoSingleRelationshipType,
           "a relationship that is to be created needs exactly one type");
    }
    data.type = types.front();
    const bool leftwards = pattern.direction == Direction::Left;
    data.start = leftwards ? right.id : left.id;
    data.end = leftwards ? left.id : right.id;
    data.properties = evaluate_properties(runtime_, bindings(), pattern.properties);
    ++runtime_.effects.relationships_created;
    runtime_.effects.properties_set += static_cast<std::int64_t>(data.properties.size());
    const RelationshipRef created = runtime_.graph.create_relationship(std::move(data));
    check_constraints(runtime_, created);
    if (Value* cell = find_cell(names_, row_, pattern.variable)) *cell = created;
    path_.relationships.push_back(created);
  }

  Runtime& runtime_;
  std::span<const std::string> names_;
  Row& row_;
  std::size_t first_new_;
  const RelationshipPattern* pending_ = nullptr;
  Path path_;
};

void create_part(Runtime& runtime, std::span<const std::string> names, Row& row,
                 std::size_t first_new, const PatternPart& part) {
  PartCreator(runtime, names, row, first_new).create(part);
}

// MERGE compares with =, so a null would never be found again, however often it was created.
void refuse_nulls(Runtime& runtime, const Bindings& bindings, const OptionalExpr& properties,
                  std::span<const std::string> new_names) {
  if (!properties) return;
  const auto* map = std::get_if<MapLiteral>(&(*properties)->node);
  if (map == nullptr) return;
  for (const MapEntry& entry : map->entries) {
    if (may_mention(entry.value, new_names)) continue;
    if (!evaluate(runtime, bindings, entry.value).is_null()) continue;
    fail(ErrorType::SemanticError, ErrorDetail::MergeReadOwnWrites,
         "MERGE cannot look for property `" + entry.key + "`, because it is null");
  }
}

void refuse_nulls(Runtime& runtime, const Bindings& bindings, const PatternPart& part,
                  std::span<const std::string> new_names) {
  for (const PatternElement& element : part.elements) {
    if (const auto* node = std::get_if<NodePattern>(&element.node)) {
      refuse_nulls(runtime, bindings, node->properties, new_names);
    }
    if (const auto* relationship = std::get_if<RelationshipPattern>(&element.node)) {
      refuse_nulls(runtime, bindings, relationship->properties, new_names);
    }
  }
}

void run_actions(Runtime& runtime, const Bindings& bindings, const Merge& merge, MergeEvent event) {
  for (const MergeAction& action : merge.actions) {
    if (action.event != event) continue;
    for (const SetItem& item : action.items) set_item(runtime, bindings, item);
  }
}

// The planted MergeStaleView: what the statement created is invisible once it deleted something.
bool is_hidden(const Runtime& runtime, std::span<const Value> values) {
  if (!runtime.has(Bug::MergeStaleView) || runtime.effects.nodes_deleted == 0) return false;
  return std::ranges::any_of(values, [&](const Value& value) {
    const auto* node = value.get_if<NodeRef>();
    return node != nullptr && std::ranges::find(runtime.created, *node) != runtime.created.end();
  });
}

}  // namespace

Table execute_create(Runtime& runtime, Table input, const Create& create) {
  const std::size_t width = input.columns.size();
  const std::vector<Value> nulls(width);
  const std::vector<std::string> names =
      new_variables(create.pattern, {input.columns, nulls, runtime.outer});
  input.columns.insert(input.columns.end(), names.begin(), names.end());
  for (Row& row : input.rows) {
    runtime.step();
    runtime.charge(names.size() * sizeof(Value));
    row.resize(input.columns.size());
    for (const PatternPart& part : create.pattern) {
      create_part(runtime, input.columns, row, width, part);
    }
  }
  return input;
}

// A row that finds the whole pattern becomes a row for each match; one that does not creates all of
// it. Each row sees what the rows before it wrote.
Table execute_merge(Runtime& runtime, Table input, const Merge& merge) {
  const std::size_t width = input.columns.size();
  Table output = std::move(input);
  const std::vector<Row> rows = std::exchange(output.rows, {});
  const std::vector<Value> nulls(width);
  const std::vector<std::string> names =
      new_variables(std::span(&merge.pattern, 1), {output.columns, nulls, runtime.outer});
  output.columns.insert(output.columns.end(), names.begin(), names.end());
  const std::span<const std::string> old_names = std::span(output.columns).first(width);
  for (const Row& row : rows) {
    const Bindings bindings = runtime.bind(old_names, row);
    refuse_nulls(runtime, bindings, merge.pattern, names);
    const std::size_t first = output.rows.size();
    match_parts(runtime, bindings, std::span(&merge.pattern, 1),
                [&](std::span<const Value> values) {
                  if (is_hidden(runtime, values)) return true;
                  runtime.charge(output.columns.size() * sizeof(Value));
                  Row& found = output.rows.emplace_back(row);
                  found.insert(found.end(), values.begin(), values.end());
                  runtime.check_rows(output.rows.size());
                  return true;
                });
    const bool exists = output.rows.size() > first;
    if (!exists) {
      Row created = row;
      created.resize(output.columns.size());
      create_part(runtime, output.columns, created, width, merge.pattern);
      output.rows.push_back(std::move(created));
    }
    for (std::size_t i = first; i < output.rows.size(); ++i) {
      run_actions(runtime, runtime.bind(output.columns, output.rows[i]), merge,
                  exists ? MergeEvent::OnMatch : MergeEvent::OnCreate);
    }
  }
  return output;
}

}  // namespace dinkel
