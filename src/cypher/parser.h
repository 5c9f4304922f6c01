// The parser's inside; see parse.h for what it offers. One class, in four chapters: expressions,
// patterns, clauses, statements.
//
// It is a recursive descent over all tokens. The first failure is kept and moves the cursor to the
// end, where no rule can go on: so every function may simply return what it has, and no caller has
// to ask. Ambiguities are settled by looking ahead, never by trying and going back, so parsing
// takes linear time.
//
// Two bounds keep any input from exhausting the stack: max_depth of the recursion, and max_height
// of the trees, since `a + a + a ...` makes a deep tree without any recursion of the parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cypher/ast.h"
#include "cypher/lexer.h"
#include "cypher/parse.h"

namespace dinkel {

class Parser {
 public:
  Parser(std::string_view text, ParseOptions options);

  Statement parse_statement();
  Clause parse_clause();
  Expr parse_expr() { return parse_operators(0); }
  void expect_end();

  const std::optional<QueryError>& error() const { return error_; }

 private:
  // ---- Tokens ----
  const Token& peek(std::size_t ahead = 0) const {
    const std::size_t index = position_ + ahead;
    return index < tokens_.size() ? tokens_[index] : tokens_.back();
  }
  const Token& token(std::size_t index) const {
    return index < tokens_.size() ? tokens_[index] : tokens_.back();
  }
  bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool at(Keyword keyword, std::size_t ahead = 0) const { return peek(ahead).keyword == keyword; }
  void next() {
    if (position_ + 1 < tokens_.size()) ++position_;
  }
  template <typename What>
  bool accept(What what) {
    if (!at(what)) return false;
    next();
    return true;
  }
  template <typename What>
  bool accept(What first, What second) {
    if (!at(first) || !at(second, 1)) return false;
    next();
    next();
    return true;
  }
  template <typename What>
  void expect(What what, std::string_view text) {
    if (!accept(what)) fail_expected(text);
  }
  std::string_view text_of(const Token& token) const {
    return text_.substr(token.offset, token.length);
  }
  std::uint32_t here() const { return tokens_[position_].offset; }
  std::string_view text_since(std::size_t first_token) const;

  // ---- Failure ----
  bool failed() const { return error_.has_value(); }
  void fail(ErrorDetail detail, std::string message);
  void fail_at(std::uint32_t offset, ErrorDetail detail, std::string message);
  void fail_expected(std::string_view what);  // "expected an expression, found `)`"

  // Counts one level of recursion for as long as it lives.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) { parser_.enter(); }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  void enter();
  void grow(int height);  // a tree of that height has been made

  // ---- Names and literals ----
  static bool is_name(const Token& token);      // what may name a variable
  static bool is_any_name(const Token& token);  // what may name a label, a key, a function
  std::string decode_name(const Token& token);
  std::string parse_variable(std::string_view what = "a variable");
  std::string parse_any_name(std::string_view what);
  std::string parse_map_key();  // the one name that may be empty: {``: 1}
  std::string parse_dotted_name(std::string_view what);
  std::string decode_string(const Token& token);
  Expr parse_number(std::uint32_t offset, bool negative);
  Expr make_integer(std::uint32_t offset, const Token& token, bool negative);
  Expr make_float(std::uint32_t offset, const Token& token, bool negative);
  std::int64_t parse_count(std::string_view what);
  Parameter parse_parameter();

  // ---- Expressions ----
  struct Operator;
  Operator operator_here() const;
  Expr parse_operators(int min_level);
  Expr parse_leading_not(int min_level);
  Expr parse_comparison(Expr first, std::uint32_t offset);
  Expr parse_is(Expr operand, std::uint32_t offset);
  Expr parse_type_check(Expr operand, std::uint32_t offset, bool negated);
  Expr parse_unary();
  Expr parse_postfix(bool with_labels);
  Expr parse_brackets_after(Expr object, std::uint32_t offset);
  Expr parse_primary();
  Expr parse_word();
  Expr parse_function_call();
  Expr parse_case();
  Expr parse_left_bracket();
  Expr parse_list_comprehension();
  Expr parse_pattern_comprehension();
  Expr parse_quantifier(QuantifierKind kind);
  Expr parse_reduce();
  Expr parse_map_projection(Expr object, std::uint32_t offset);
  Expr parse_subquery_expr(SubqueryKind kind);
  Expr parse_pattern_expr();
  MapLiteral parse_map();
  TypeName parse_type_name();
  bool at_list_comprehension() const;
  bool at_pattern_comprehension() const;
  bool at_function_call() const;
  OptionalExpr parse_where();
  Expr parse_before_bar();  // `|` ends it, and is not an OR of labels

  // ---- Patterns ----
  LabelExpr parse_label_or();
  LabelExpr parse_label_and();
  LabelExpr parse_label_atom();
  std::optional<LabelExpr> parse_optional_labels();
  Pattern parse_pattern();
  PatternPart parse_pattern_part();
  PatternPart parse_shortest_path(PathKind kind);
  std::optional<PathSelector> parse_selector();
  void parse_elements(std::vector<PatternElement>& elements, bool in_expression);
  NodePattern parse_node();
  RelationshipPattern parse_relationship();
  void parse_relationship_detail(RelationshipPattern& relationship);
  PathGroup parse_group();
  Repetition parse_length();
  std::optional<Repetition> parse_quantifier();
  OptionalExpr parse_properties();
  bool at_relationship(std::size_t index) const;
  bool looks_like_node(std::size_t index) const;
  bool looks_like_detail(std::size_t index) const;
  std::size_t skip_relationship(std::size_t index) const;
  std::size_t skip_pattern(std::size_t index) const;  // 0: no pattern with a relationship there

  // ---- Clauses ----
  bool at_clause(std::size_t ahead = 0) const;
  Clause::Node parse_clause_node();
  Match parse_match();
  Merge parse_merge();
  std::vector<SetItem> parse_set_items();
  SetItem parse_set_item();
  RemoveItem parse_remove_item();
  std::vector<LabelExpr> parse_label_list();
  Delete parse_delete();
  Unwind parse_unwind();
  Foreach parse_foreach();
  Projection parse_projection();
  ProjectionItem parse_projection_item();
  Clause::Node parse_call(bool optional);
  CallSubquery parse_call_subquery(bool optional);
  InTransactions parse_in_transactions();
  CallProcedure parse_call_procedure();
  std::vector<Expr> parse_arguments();

  // ---- Statements ----
  Query parse_query();
  SingleQuery parse_single_query();
  Query parse_braced_query();
  void parse_prefixes(Statement& statement);
  Statement::Body parse_body();
  CreateIndex parse_create_index();
  CreateConstraint parse_create_constraint();
  void parse_schema_entity(SchemaEntity& entity, std::string& variable,
                           std::vector<std::string>& labels);
  void parse_schema_property(const std::string& variable, std::vector<std::string>& properties);
  void parse_schema_properties(const std::string& variable, std::vector<std::string>& properties);
  void parse_legacy_label(std::string& label, std::vector<std::string>& properties);
  void parse_constraint_kind(CreateConstraint& constraint);
  DropIndex parse_drop_index();
  DropConstraint parse_drop_constraint();

  std::string_view text_;
  ParseOptions options_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::optional<QueryError> error_;
  int depth_ = 0;
  int height_ = 0;  // of the highest expression completed inside the one being read
  bool bar_ends_labels_ = false;
};

}  // namespace dinkel
