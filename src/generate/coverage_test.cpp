// Over 20,000 statements everything that the language of the reference has appears. What there is
// comes from the syntax tree, the features and the function table; what is left out on purpose is
// listed here, with the reason.
#include <gtest/gtest.h>

#include <array>

#include "generate/case.h"
#include "generate/usage_test.h"

namespace dinkel {
namespace {

template <typename... Alternatives>
void add_alternatives(std::set<std::string>& items, const std::variant<Alternatives...>* /*type*/) {
  (items.insert(type_name<Alternatives>()), ...);
}
template <typename Variant>
void add_alternatives_of(std::set<std::string>& items) {
  add_alternatives(items, static_cast<const Variant*>(nullptr));
}
template <typename Enum>
void add_enumerators(std::set<std::string>& items, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) items.insert(enumerator(static_cast<Enum>(i)));
}

void add_tree(std::set<std::string>& items) {
  add_alternatives_of<ExprNode>(items);
  add_alternatives_of<ClauseNode>(items);
  add_alternatives_of<Statement::Body>(items);
  add_alternatives_of<SetItem>(items);
  add_alternatives_of<RemoveItem>(items);
  add_alternatives_of<decltype(LabelExpr::node)>(items);
  add_alternatives_of<decltype(PatternElement::node)>(items);
  add_enumerators(items, UnaryOp::Plus);
  add_enumerators(items, BinaryOp::RegexMatch);
  add_enumerators(items, ComparisonOp::GreaterOrEqual);
  add_enumerators(items, QuantifierKind::Single);
  add_enumerators(items, SubqueryKind::Collect);
  add_enumerators(items, MapProjectionKind::Entry);
  add_enumerators(items, MergeEvent::OnMatch);
  add_enumerators(items, Direction::Either);
  add_enumerators(items, PathKind::AllShortestPaths);
  add_enumerators(items, SelectorKind::ShortestGroups);
  add_enumerators(items, IndexKind::Fulltext);
  add_enumerators(items, ConstraintKind::Type);
  add_enumerators(items, OnTransactionError::Fail);
}

// What a field of the tree that is a bool, an optional or a list can be, and values of interest.
void add_forms(std::set<std::string>& items) {
  for (const char* form : {"WHERE of MATCH",
                           "MATCH of several parts",
                           "WHERE of WITH",
                           "WITH *",
                           "ORDER BY descending",
                           "ORDER BY ascending",
                           "DELETE of several",
                           "nested FOREACH",
                           "CALL (*)",
                           "CALL (x)",
                           "UNION in CALL",
                           "UNION in a subquery",
                           "OF ROWS",
                           "IN TRANSACTIONS alone",
                           "REPORT STATUS",
                           "a bound relationship",
                           "a subpath variable",
                           "DELETE of an expression",
                           "LIMIT of an expression",
                           "a group without quantifier",
                           "r:R",
                           "a path as a column",
                           "anonymous node",
                           "named node",
                           "anonymous relationship",
                           "named relationship",
                           "WHERE in a group",
                           "length ..",
                           "length n..",
                           "length ..m",
                           "length n..m",
                           "length n..n",
                           "quantifier ..",
                           "quantifier n..",
                           "quantifier ..m",
                           "quantifier n..m",
                           "quantifier n..n",
                           "group ..",
                           "group n..",
                           "group ..m",
                           "group n..m",
                           "group n..n",
                           "slice n..",
                           "slice ..m",
                           "slice n..m",
                           "IS NULL",
                           "IS NOT NULL",
                           "IS ::",
                           "IS NOT ::",
                           "IS :: LIST<>",
                           "IS :: NOT NULL",
                           "aggregate(DISTINCT)",
                           "CASE with ELSE",
                           "CASE without ELSE",
                           "CASE with several branches",
                           "[x IN list WHERE]",
                           "[x IN list |]",
                           "[x IN list WHERE |]",
                           "{a: 1}.a",
                           "date('...').year",
                           "SubqueryKind 0 of a pattern",
                           "SubqueryKind 1 of a pattern",
                           "index on SchemaEntity 0",
                           "index on SchemaEntity 1",
                           "constraint on SchemaEntity 0",
                           "constraint on SchemaEntity 1",
                           "true",
                           "false",
                           "integer -9223372036854775808",
                           "integer -1",
                           "integer 0",
                           "integer 1",
                           "integer 9223372036854775807",
                           "0.0",
                           "-0.0",
                           "+infinity",
                           "-infinity",
                           "subnormal",
                           "largest float",
                           "''",
                           "string with '",
                           "string with \"",
                           "string with \\",
                           "string with \n",
                           "unicode",
                           "[]",
                           "nested list",
                           "{}"}) {
    items.insert(form);
  }
}

std::set<std::string> everything_there_is() {
  std::set<std::string> items;
  add_tree(items);
  add_forms(items);
  for (const Function& function : all_functions()) items.insert(overload(function));
  for (std::size_t i = 0; i < feature_count; ++i) {
    items.insert("feature " + std::string(to_text(static_cast<Feature>(i))));
  }
  // The reference has no procedures of its own: a test that wants one registers it.
  items.erase(type_name<CallProcedure>());
  // Permissions rather than forms: both are about what the generator keeps away from.
  items.erase("feature delete-deleted");
  items.erase("feature with-star-of-nothing");
  return items;
}

TEST(CoverageSlow, EverythingAppearsInTwentyThousandStatements) {
  Usage usage;
  int statements = 0;
  for (std::uint64_t index = 0; statements < 20'000; ++index) {
    GenerateOptions options;
    options.use_live_rows = index % 4 == 0;  // three quarters blind, because that is fast
    const TestCase made = generate_case(2026, index, options);
    for (const Statement& statement : made.setup) usage(statement);
    for (const Statement& statement : made.tests) usage(statement);
    statements += static_cast<int>(made.tests.size());
  }
  std::set<std::string> seen = usage.items;
  for (std::size_t i = 0; i < feature_count; ++i) {
    if (usage.features[i]) seen.insert("feature " + std::string(to_text(static_cast<Feature>(i))));
  }
  for (const std::string& item : everything_there_is()) {
    EXPECT_TRUE(seen.contains(item)) << "never generated: " << item;
  }
}

// Temporal limits are texts, given to the constructors.
TEST(CoverageSlow, TemporalLimitsAppear) {
  std::set<std::string> seen;
  for (std::uint64_t index = 0; index < 4'000; ++index) {
    GenerateOptions options;
    options.use_live_rows = false;
    const TestCase made = generate_case(7, index, options);
    for (const Statement& statement : made.tests) {
      for_each_expr(statement, [&](const Expr& expr) {
        if (const auto* text = std::get_if<StringLiteral>(&expr.node)) seen.insert(text->value);
      });
    }
  }
  for (const char* text :
       {"-999999999-01-01", "+999999999-12-31", "00:00:00+18:00", "23:59:59.999999999-18:00",
        "23:59:59.999999999", "-999999999-01-01T00:00:00", "+999999999-12-31T23:59:59.999999999",
        "PT0.000000001S", "P-1Y", "PT0S"}) {
    EXPECT_TRUE(seen.contains(text)) << "never generated: " << text;
  }
}

}  // namespace
}  // namespace dinkel
