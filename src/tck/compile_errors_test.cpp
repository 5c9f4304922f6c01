// The validator against the TCK: what must run is accepted, what must fail at compile time is
// refused with the right type and detail. The exceptions stand in tests/tck-compile-errors.txt,
// each with its reason; that list may only shrink.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "cypher/parse.h"
#include "cypher/validate.h"
#include "tck/procedure.h"
#include "tck/suite.h"

namespace dinkel {
namespace {

struct Expectation {
  bool fails = false;
  std::string type;
  std::string phase;
  std::string detail;
};

// "a SyntaxError should be raised at compile time: UndefinedVariable"
Expectation expected_error(const std::string& step) {
  const auto between = [&](std::string_view from, std::string_view to) {
    const std::size_t start = step.find(from);
    if (start == std::string::npos) return std::string();
    const std::size_t begin = start + from.size();
    return step.substr(begin, to.empty() ? std::string::npos : step.find(to, begin) - begin);
  };
  Expectation expectation;
  expectation.phase = between(" should be raised at ", ":");
  if (expectation.phase.empty()) return {};
  expectation.fails = true;
  expectation.type = between(" ", " should be raised");
  expectation.detail = between(": ", "");
  return expectation;
}

struct Setting {
  std::vector<ProcedureSignature> procedures;
  std::vector<std::string> parameters;
};

Setting setting_of(const Scenario& scenario) {
  constexpr std::string_view procedure = "there exists a procedure ";
  Setting setting;
  for (const Step& step : scenario.steps) {
    if (step.text.starts_with(procedure)) {
      const std::string_view rest = std::string_view(step.text).substr(procedure.size());
      const auto read = read_procedure(rest, step.table);
      EXPECT_TRUE(read.ok()) << step.text;
      if (read.ok()) setting.procedures.push_back(read->signature);
    } else if (step.text == "parameters are:") {
      for (const auto& row : step.table) setting.parameters.push_back(row.front());
    }
  }
  return setting;
}

std::optional<QueryError> compile(const std::string& text, const Setting& setting) {
  const auto statement = parse_statement(text);
  if (!statement.ok()) return statement.error();
  return validate(*statement, {setting.procedures, setting.parameters});
}

std::string error_text(const std::optional<QueryError>& error) {
  if (!error) return "accepted";
  return std::string(to_text(error->type)) + ": " + std::string(to_text(error->detail));
}

Suite fetched_suite() {
  const std::string source = DINKEL_SOURCE_DIR;
  // NOLINTNEXTLINE: our own script; it does nothing when the TCK is there.
  EXPECT_EQ(std::system((source + "/tools/fetch-tck >/dev/null").c_str()), 0);
  return load_suite(source + "/.cache/tck");
}

// Lines "scenario id => reason"; # begins a comment.
std::map<std::string, std::string> known_exceptions() {
  std::ifstream file(std::string(DINKEL_SOURCE_DIR) + "/tests/tck-compile-errors.txt");
  EXPECT_TRUE(file.good());
  std::map<std::string, std::string> exceptions;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t arrow = line.find(" => ");
    EXPECT_NE(arrow, std::string::npos) << line;
    if (arrow != std::string::npos) exceptions[line.substr(0, arrow)] = line.substr(arrow + 4);
  }
  return exceptions;
}

TEST(CompileErrors, AcceptsWhatRuns) {
  int accepted = 0;
  for (const Scenario& scenario : fetched_suite().scenarios) {
    const Setting setting = setting_of(scenario);
    bool fails_at_compile_time = false;
    for (const Step& step : scenario.steps) {
      const Expectation expectation = expected_error(step.text);
      fails_at_compile_time |= expectation.fails && expectation.phase != "runtime";
    }
    for (const Step& step : scenario.steps) {
      const bool is_subject = step.text == "executing query:";
      if (step.doc_string.empty() || (is_subject && fails_at_compile_time)) continue;
      const std::optional<QueryError> error = compile(step.doc_string, setting);
      EXPECT_FALSE(error) << scenario_id(scenario) << "\n"
                          << step.doc_string << "\n"
                          << describe(*error, step.doc_string);
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 4000);
}

TEST(CompileErrors, RefusesWhatFailsAtCompileTime) {
  const std::map<std::string, std::string> exceptions = known_exceptions();
  int refused = 0;
  for (const Scenario& scenario : fetched_suite().scenarios) {
    const Setting setting = setting_of(scenario);
    std::string query;
    for (const Step& step : scenario.steps) {
      if (step.text == "executing query:") query = step.doc_string;
      const Expectation expectation = expected_error(step.text);
      if (!expectation.fails || expectation.phase != "compile time") continue;
      const std::string actual = error_text(compile(query, setting));
      const bool right = actual == expectation.type + ": " + expectation.detail;
      if (exceptions.contains(scenario_id(scenario))) {
        EXPECT_FALSE(right) << "can leave the list of exceptions: " << scenario_id(scenario);
      } else {
        EXPECT_EQ(actual, expectation.type + ": " + expectation.detail)
            << scenario_id(scenario) << "\n"
            << query;
        ++refused;
      }
    }
  }
  RecordProperty("refused", refused);
  // At least 97 % of all; the exceptions are few.
  EXPECT_GE(refused * 3, static_cast<int>(exceptions.size()) * 97);
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace dinkel
