// Runs tests/interpret/*.test: readable cases for what the TCK has little or nothing of.
//
//   ## What this file is about.
//
//   # A sentence that says what the case shows.
//   graph: CREATE (:A {k: 1});          optional, statements that make the graph
//   parameters: {x: 1}                  optional, a map
//   MATCH (n:A) RETURN n.k AS k         the statement, in as many lines as it needs
//   ----                                or `---- in order`
//   | k |
//   | 1 |
//   effects: +nodes 1                   only where there are any
//   then: MATCH (n) RETURN n            optional, more statements on the same graph
//   ----
//   ...
//
// Instead of a table: `nothing` for a statement without RETURN, or an error as
// `error: TypeError at runtime: InvalidArgumentType`. With UPDATE_EXPECT=1 the expectations are
// rewritten; read the diff then, since it must follow from the documentation, not from the answer.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cypher/parse.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

using Lines = std::vector<std::string>;

struct Step {
  Lines statement;  // the lines as they stand in the file
  bool in_order = false;
  Lines expected;
};
struct Case {
  std::size_t line = 0;
  Lines head;  // comments of the file, blank lines, the title, graph: and parameters:
  std::string title;
  std::string setup;
  std::string parameters;
  std::vector<Step> steps;
};

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// ---- Reading ------------------------------------------------------------------------------------

// The lines of one file, taken apart. Text after the last case is not allowed.
class CaseReader {
 public:
  explicit CaseReader(const std::filesystem::path& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines_.push_back(line);
  }

  std::vector<Case> read() {
    std::vector<Case> cases;
    while (next_ < lines_.size()) cases.push_back(read_case());
    return cases;
  }

 private:
  bool at(std::string_view start) const {
    return next_ < lines_.size() && lines_[next_].starts_with(start);
  }
  bool at_blank() const { return next_ < lines_.size() && lines_[next_].empty(); }

  Case read_case() {
    Case result;
    while (at_blank() || at("## ")) result.head.push_back(lines_[next_++]);
    CHECK(at("# "), "a case begins with a title: # ...");
    result.line = next_ + 1;
    result.title = lines_[next_].substr(2);
    result.head.push_back(lines_[next_++]);
    if (at("graph: ")) {
      result.setup = lines_[next_].substr(7) + "\n";
      result.head.push_back(lines_[next_++]);
      while (at("  ")) {
        result.setup += lines_[next_] + "\n";
        result.head.push_back(lines_[next_++]);
      }
    }
    if (at("parameters: ")) {
      result.parameters = lines_[next_].substr(12);
      result.head.push_back(lines_[next_++]);
    }
    do result.steps.push_back(read_step());
    while (at("then: "));
    return result;
  }

  Step read_step() {
    Step step;
    while (next_ < lines_.size() && !at("----")) step.statement.push_back(lines_[next_++]);
    CHECK(at("----"), "a statement is followed by ----");
    step.in_order = lines_[next_++] == "---- in order";
    while (next_ < lines_.size() && !at_blank() && !at("then: "))
      step.expected.push_back(lines_[next_++]);
    return step;
  }

  Lines lines_;
  std::size_t next_ = 0;
};

// ---- Running ------------------------------------------------------------------------------------

Result<Answer, QueryError> run(const std::string& text, Graph& graph,
                               const InterpretOptions& options) {
  const auto statement = parse_statement(text);
  if (!statement) return statement.error();
  return interpret(*statement, graph, options);
}

// Properties are left out: engines differ in what they count (a write that changes nothing, a
// null). Cases look at the graph instead.
std::string effects_text(const SideEffects& effects) {
  const std::pair<std::string_view, std::int64_t> counts[] = {
      {"+nodes", effects.nodes_created},
      {"-nodes", effects.nodes_deleted},
      {"+relationships", effects.relationships_created},
      {"-relationships", effects.relationships_deleted},
      {"+labels", effects.labels_added},
      {"-labels", effects.labels_removed},
      {"+indexes", effects.indexes_added},
      {"-indexes", effects.indexes_removed},
      {"+constraints", effects.constraints_added},
      {"-constraints", effects.constraints_removed},
  };
  std::string text;
  for (const auto& [name, count] : counts)
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  return text;
}

// A table with its columns aligned.
Lines table_lines(const Rows& rows) {
  std::vector<Lines> cells{rows.columns};
  for (const std::vector<Value>& row : rows.rows) {
    Lines texts;
    for (const Value& value : row) texts.push_back(to_text(value, rows.entities));
    cells.push_back(std::move(texts));
  }
  std::vector<std::size_t> widths(rows.columns.size(), 0);
  for (const Lines& row : cells)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  Lines lines;
  for (const Lines& row : cells) {
    std::string line = "|";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += fmt::format(" {:<{}} |", row[i], widths[i]);
    lines.push_back(std::move(line));
  }
  return lines;
}

Lines outcome_lines(const Result<Answer, QueryError>& outcome) {
  if (!outcome) {
    const QueryError& error = outcome.error();
    return {fmt::format("error: {} at {}: {}", to_text(error.type), to_text(error.phase),
                        to_text(error.detail))};
  }
  Lines lines = outcome->rows.columns.empty() ? Lines{"nothing"} : table_lines(outcome->rows);
  const std::string effects = effects_text(outcome->effects);
  if (!effects.empty()) lines.push_back("effects: " + effects);
  return lines;
}

// Without the spaces that align a table, and with the rows sorted where their order says nothing.
Lines comparable(Lines lines, bool in_order) {
  for (std::string& line : lines) {
    if (!line.starts_with("|")) continue;
    for (std::size_t at = 0; (at = line.find("  ", at)) != std::string::npos;) line.erase(at, 1);
  }
  const auto is_row = [](const std::string& line) { return line.starts_with("|"); };
  const auto rows_end = std::ranges::find_if_not(lines, is_row);
  if (!in_order && rows_end != lines.begin()) std::sort(lines.begin() + 1, rows_end);
  return lines;
}

class CaseRunner {
 public:
  explicit CaseRunner(const std::filesystem::path& path) : path_(path) {}

  void run_all() {
    const bool update = std::getenv("UPDATE_EXPECT") != nullptr;
    std::string text;
    for (Case& one : CaseReader(path_).read()) {
      run_case(one, update);
      text += joined(one.head);
      for (const Step& step : one.steps)
        text += joined(step.statement) + (step.in_order ? "---- in order\n" : "----\n") +
                joined(step.expected);
    }
    if (update) std::ofstream(path_) << text;
  }

 private:
  void run_case(Case& one, bool update) {
    SCOPED_TRACE(fmt::format("{}:{}: {}", path_.string(), one.line, one.title));
    Graph graph;
    InterpretOptions options;
    for (const std::string_view statement : split_statements(one.setup)) {
      const auto outcome = run(std::string(statement), graph, {});
      EXPECT_TRUE(outcome.ok()) << describe(outcome.error(), statement);
    }
    if (!one.parameters.empty()) {
      const auto outcome = run("RETURN " + one.parameters + " AS map", graph, {});
      ASSERT_TRUE(outcome.ok()) << "the parameters cannot be evaluated";
      options.parameters = outcome->rows.rows[0][0].as<Map>();
    }
    for (Step& step : one.steps) run_step(step, graph, options, update);
  }

  static void run_step(Step& step, Graph& graph, const InterpretOptions& options, bool update) {
    std::string text = joined(step.statement);
    if (text.starts_with("then: ")) text.erase(0, 6);
    const auto outcome = run(text, graph, options);
    const Lines lines = outcome_lines(outcome);
    const bool same = comparable(lines, step.in_order) == comparable(step.expected, step.in_order);
    if (update) {
      step.expected = lines;
      return;
    }
    EXPECT_TRUE(same) << text << "gives\n"
                      << joined(lines) << (outcome ? "" : describe(outcome.error(), text))
                      << "\ninstead of\n"
                      << joined(step.expected);
  }

  std::filesystem::path path_;
};

// ---- The files ----------------------------------------------------------------------------------

std::vector<std::string> case_files() {
  std::vector<std::string> names;
  const std::filesystem::path folder = DINKEL_SOURCE_DIR "/tests/interpret";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".test") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

class InterpretCases : public testing::TestWithParam<std::string> {};

TEST_P(InterpretCases, AnswerAsDocumented) {
  CaseRunner(DINKEL_SOURCE_DIR "/tests/interpret/" + GetParam() + ".test").run_all();
}

INSTANTIATE_TEST_SUITE_P(Files, InterpretCases, testing::ValuesIn(case_files()),
                         [](const auto& file) { return file.param; });

TEST(InterpretCaseFiles, HoldAtLeast300Cases) {
  std::size_t count = 0;
  for (const std::string& name : case_files())
    count += CaseReader(DINKEL_SOURCE_DIR "/tests/interpret/" + name + ".test").read().size();
  EXPECT_GE(count, 300U);
}

}  // namespace
}  // namespace dinkel
