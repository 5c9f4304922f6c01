// The printer's inside; see print.h for what it offers. One class in three chapters: expressions,
// patterns, clauses. Everything is appended to one string.
//
// An expression is printed for a place that asks for a level of binding: what binds more loosely
// gets parentheses. The levels are those of the parser (parse_expr.cpp), with one addition: nothing
// may follow a label check, n:A, without parentheses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "cypher/print.h"

namespace dinkel {

enum class Level {
  Or,
  Xor,
  And,
  Not,
  Comparison,
  Predicate,
  Add,
  Multiply,
  Power,
  Sign,
  Label,
  Postfix,
};

class Printer {
 public:
  Printer(std::string& out, Layout layout) : out_(out), layout_(layout) {}

  void print(const Statement& statement);
  void print(const Query& query);
  void print(const Clause& clause);
  void print(const Expr& expr, Level level = Level::Or);
  void print(const PatternPart& part);
  void print_labels(const LabelExpr& labels);

  void name(std::string_view name);
  void string(std::string_view text);

 private:
  void text(std::string_view text) { out_.append(text); }
  void integer(std::int64_t value);
  void floating(double value);
  void dotted_name(std::string_view name, bool quote_words);
  void parameter(std::string_view name);
  // The items, with `, ` between them.
  template <typename List, typename Print>
  void list(const List& items, Print print_item) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) text(", ");
      first = false;
      print_item(item);
    }
  }

  // ---- Expressions ----
  void print_node(const Expr& expr);
  void binary(const Binary& binary);
  void unary(const Unary& unary);
  void postfix_object(const Expr& object);
  void list_literal(const ListLiteral& list);
  void map(const MapLiteral& map);
  void function_call(const FunctionCall& call);
  void print_case(const Case& choice);
  void list_comprehension(const ListComprehension& comprehension);
  void pattern_comprehension(const PatternComprehension& comprehension);
  void quantifier(const Quantifier& quantifier);
  void reduce(const Reduce& reduce);
  void map_projection(const MapProjection& projection);
  void subquery(const SubqueryExpr& subquery);
  void type_name(const TypeName& type);
  void before_bar(const Expr& expr);
  void where(const OptionalExpr& condition);

  // ---- Patterns ----
  void pattern(const Pattern& pattern);
  void elements(const std::vector<PatternElement>& elements);
  void node(const NodePattern& node);
  void relationship(const RelationshipPattern& relationship);
  void group(const PathGroup& group);
  void selector(const PathSelector& selector);
  void quantifier(const Repetition& quantifier);
  void properties(const OptionalExpr& properties, bool needs_space);
  void label_operand(const LabelExpr& label, bool in_or);

  // ---- Clauses ----
  void set_items(const std::vector<SetItem>& items);
  void label_list(const std::vector<LabelExpr>& labels);
  void remove(const Remove& remove);
  void merge(const Merge& merge);
  void projection(const Projection& projection);
  void foreach (const Foreach& loop);
  void call_subquery(const CallSubquery& call);
  void call_procedure(const CallProcedure& call);
  void braced(const Query& query);
  void separate();  // between clauses: a space, or a new line with the indentation

  // ---- Schema ----
  void create_index(const CreateIndex& index);
  void drop_index(const DropIndex& index);
  void create_constraint(const CreateConstraint& constraint);
  void drop_constraint(const DropConstraint& constraint);
  void schema_entity(SchemaEntity entity, const std::vector<std::string>& labels);
  void schema_properties(SchemaEntity entity, const std::vector<std::string>& properties);
  void legacy_label(std::string_view label, const std::vector<std::string>& properties);

  std::string& out_;
  Layout layout_;
  int indentation_ = 0;
  bool bar_ends_labels_ = false;  // as in the parser: an OR of labels then needs parentheses
};

}  // namespace dinkel
