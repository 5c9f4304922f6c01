#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "cli/commands.h"
#include "cli/tree_json.h"
#include "cypher/parse.h"

namespace dinkel {
namespace {

struct Output {
  ExitCode code;
  std::string out;
  std::string err;
};

Output run_parse(const std::string& query, std::vector<std::string> arguments = {}) {
  const std::string path = testing::TempDir() + "parse_command_test.cypher";
  std::ofstream(path) << query;
  arguments.insert(arguments.begin(), {"parse", path});
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const ExitCode code = run_program(arguments);
  Output run{code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
  const std::size_t at = run.err.find(path);
  if (at != std::string::npos) run.err.replace(at, path.size(), "FILE");
  std::remove(path.c_str());
  return run;
}

TEST(ParseCommand, PrintsTheQueryAgain) {
  const Output run = run_parse("match (n) where n.x=1 return n");
  EXPECT_EQ(run.code, ExitCode::Ok);
  EXPECT_EQ(run.out, "MATCH (n) WHERE n.x = 1 RETURN n\n");
  EXPECT_EQ(run_parse("match (n) return n", {"--pretty"}).out, "MATCH (n)\nRETURN n\n");
}

TEST(ParseCommand, KeepsSeveralStatementsApart) {
  EXPECT_EQ(run_parse("return 1; return 2;").out, "RETURN 1;\nRETURN 2;\n");
}

TEST(ParseCommand, ShowsWhereTheMistakeIs) {
  const Output run = run_parse("RETURN 1;\nRETURN (2");
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_EQ(run.err,
            "FILE:2:10: expected `)`, found the end of the text\n  RETURN (2\n           ^\n");
}

TEST(ParseCommand, RefusesAFileWithoutStatements) {
  const Output run = run_parse(" // nothing\n");
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_EQ(run.err, "dinkel: there is no statement in FILE\n");
}

TEST(ParseCommand, PrintsTheTreeAsJson) {
  const Output run = run_parse("RETURN 1.5 AS x", {"--json"});
  EXPECT_EQ(run.out,
            R"({"kind":"Statement","body":{"kind":"Query","parts":[[{"kind":"Return","id":1,)"
            R"("offset":0,"items":[{"kind":"ProjectionItem","value":{"kind":"FloatLiteral",)"
            R"("id":2,"offset":7,"value":1.5},"alias":"x","source":"1.5"}]}]]}})"
            "\n");
}

// Every kind of node has its name in the JSON of a query that holds them all.
TEST(TreeJson, KnowsEveryNode) {
  const std::string text =
      "MATCH p = (a:A WHERE true)-[r:T*1..2]->((b)-->(c)){2}() OPTIONAL MATCH SHORTEST 2 (x)-->() "
      "CREATE () MERGE (m) ON CREATE SET m.x = 1, m += {}, m:L REMOVE m.x, m:L DELETE m "
      "UNWIND [1] AS u WITH *, 1 AS w ORDER BY w DESC SKIP 1 LIMIT 1 FOREACH (f IN [] | CREATE ()) "
      "CALL (u) { RETURN 1 AS s UNION ALL RETURN 2 AS s } IN TRANSACTIONS OF 1 ROWS CALL q(1) "
      "YIELD y RETURN null, true, NaN, 'a', $p, u[0], u[1..], NOT u, 1 + 1 < 2, u IS NULL, "
      "u IS :: LIST<INTEGER>, u:A, f(1), count(*), CASE 1 WHEN 1 THEN 1 END, [v IN u | v], "
      "[(a)-->() | 1], all(e IN u WHERE e), reduce(s = 0, i IN u | s), u {.x, y: 1}, "
      "EXISTS { (a) }, (a)-->()";
  const auto statement = parse_statement(text);
  ASSERT_TRUE(statement.ok()) << describe(statement.error(), text);
  const std::string json = to_json(*statement).dump();
  for (const std::string kind : {"Match",
                                 "Create",
                                 "Merge",
                                 "MergeAction",
                                 "SetProperty",
                                 "SetProperties",
                                 "SetLabels",
                                 "Remove",
                                 "RemoveProperty",
                                 "RemoveLabels",
                                 "Delete",
                                 "Unwind",
                                 "With",
                                 "Foreach",
                                 "CallSubquery",
                                 "InTransactions",
                                 "CallProcedure",
                                 "Return",
                                 "NodePattern",
                                 "RelationshipPattern",
                                 "PathGroup",
                                 "PatternPart",
                                 "NullLiteral",
                                 "BooleanLiteral",
                                 "IntegerLiteral",
                                 "FloatLiteral",
                                 "StringLiteral",
                                 "ListLiteral",
                                 "MapLiteral",
                                 "Variable",
                                 "Parameter",
                                 "Property",
                                 "Subscript",
                                 "Slice",
                                 "Unary",
                                 "Binary",
                                 "Comparison",
                                 "NullCheck",
                                 "TypeCheck",
                                 "LabelCheck",
                                 "FunctionCall",
                                 "CountStar",
                                 "Case",
                                 "ListComprehension",
                                 "PatternComprehension",
                                 "Quantifier",
                                 "Reduce",
                                 "MapProjection",
                                 "SubqueryExpr",
                                 "PatternExpr"}) {
    EXPECT_NE(json.find("\"kind\":\"" + kind + "\""), std::string::npos) << kind;
  }
}

}  // namespace
}  // namespace dinkel
