#include "cli/commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "cli/ran_test.h"

namespace dinkel {
namespace {

std::string write_file(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(path) << text;
  return path.string();
}

TEST(Commands, AreInTheHelpAndHaveHelp) {
  const Ran help = run({"--help"});
  EXPECT_EQ(help.code, ExitCode::Ok);
  std::set<std::string_view> names;
  for (const Command& command : all_commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_NE(help.out.find(command.summary), std::string::npos) << command.name;
    const Ran own = run({std::string(command.name), "--help"});
    EXPECT_EQ(own.code, ExitCode::Ok) << command.name;
    EXPECT_NE(own.out.find("dinkel " + std::string(command.name)), std::string::npos) << own.out;
  }
}

TEST(Commands, MistakesAreOneSentence) {
  EXPECT_EQ(run({"--version"}).out, std::string("dinkel ") + DINKEL_VERSION + "\n");
  const Ran unknown = run({"no-such-command"});
  EXPECT_EQ(unknown.code, ExitCode::Usage);
  EXPECT_EQ(unknown.err, "dinkel: there is no command no-such-command; dinkel --help lists them\n");
  EXPECT_EQ(run({"run", "--no-such-option"}).code, ExitCode::Usage);
  EXPECT_EQ(run({"run", "/nonexistent"}).code, ExitCode::Usage);
  EXPECT_EQ(run({"run", "x", "--target", "nonesuch"}).err,
            "dinkel: there is no target nonesuch; there are reference, canary, age, arcadedb, "
            "falkordb, graphqlite, kuzu, memgraph, neo4j, redisgraph\n");
}

TEST(RunCommand, ShowsTablesAndSummaries) {
  const std::string graph = write_file("graph.cypher", "CREATE (:A {name: 'x'}), (:A);");
  const std::string file = write_file("query.cypher",
                                      "MATCH (a:A) RETURN a, $n AS n ORDER BY a.name;\n"
                                      ":param n => 'later'\n"
                                      "MATCH (a:A {name: 'x'}) DELETE a;\n");
  const Ran table = run({"run", file, "--graph", graph, "--param", "n=Alice"});
  EXPECT_EQ(table.code, ExitCode::Ok) << table.err;
  EXPECT_EQ(table.out,
            "┌──────────────────┬─────────┐\n"
            "│ a                │ n       │\n"
            "├──────────────────┼─────────┤\n"
            "│ (:A {name: 'x'}) │ 'Alice' │\n"
            "│ (:A)             │ 'Alice' │\n"
            "└──────────────────┴─────────┘\n"
            "2 rows\n"
            "deleted 1 node\n");
}

TEST(RunCommand, JsonIsOneObjectPerStatement) {
  const std::string file = write_file("json.cypher", "CREATE (:A); RETURN $n AS n; RETURN x");
  const Ran json = run({"run", file, "--param", "n=1", "--format", "json"});
  EXPECT_EQ(json.code, ExitCode::Usage);
  std::istringstream lines(json.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, R"({"columns":[],"effects":{"labels_added":1,"nodes_created":1},"rows":[]})");
  std::getline(lines, line);
  EXPECT_EQ(line, R"({"columns":["n"],"effects":{},"rows":[[1]]})");
  std::getline(lines, line);
  EXPECT_NE(line.find(R"("code":"SyntaxError at compile time: UndefinedVariable")"),
            std::string::npos)
      << line;
  EXPECT_NE(line.find(R"("column":37,"line":1)"), std::string::npos) << line;
}

TEST(RunCommand, ErrorsHaveAPlaceInTheFile) {
  const std::string file = write_file("error.cypher", "RETURN 1;\n\nRETURN 2 +\n  missing;\n");
  const Ran error = run({"run", file});
  EXPECT_EQ(error.code, ExitCode::Usage);
  EXPECT_NE(error.err.find("error.cypher:4:3: "), std::string::npos) << error.err;
  EXPECT_NE(error.err.find("\n    missing;\n    ^"), std::string::npos) << error.err;
}

}  // namespace
}  // namespace dinkel
