// What `dinkel replay` prints: a table, JSON lines, JUnit.
#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/escape.h"
#include "report/replay.h"

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t note_width = 60;

std::string first_line(std::string_view text) {
  std::string line(trim(text.substr(0, text.find('\n'))));
  if (line.size() <= note_width) return line;
  line.resize(note_width);
  while (!line.empty() && first_invalid_utf8(line)) line.pop_back();
  return line + "...";
}

bool is_failure(ReplayResult result) {
  return result == ReplayResult::StillFails || result == ReplayResult::Flaky ||
         result == ReplayResult::Changed;
}

// Of a file that nobody could read, nothing is known.
std::string_view kind_of(const ReplayedFinding& one) {
  return one.replayed.result == ReplayResult::Unreadable ? "" : to_text(one.finding.kind);
}

}  // namespace

std::string replay_table(const std::vector<ReplayedFinding>& all) {
  std::size_t width = 7;
  for (const ReplayedFinding& one : all) width = std::max(width, display_width(one.name));
  std::string text = fmt::format("{:<12} {:>5}  {:<14} {:<{}}  {}\n", "result", "times", "kind",
                                 "finding", width, "what is wrong");
  std::map<ReplayResult, int> sums;
  for (const ReplayedFinding& one : all) {
    ++sums[one.replayed.result];
    text += fmt::format("{:<12} {:>5}  {:<14} {:<{}}  {}\n", to_text(one.replayed.result),
                        fmt::format("{}/{}", one.replayed.failures, one.replayed.times),
                        kind_of(one), one.name, width, first_line(one.replayed.note));
  }
  std::string summary;
  for (const auto& [result, count] : sums) {
    summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", count, to_text(result));
  }
  return text + summary + "\n";
}

std::string replay_json_line(const ReplayedFinding& one) {
  const Json line = {
      {"finding", one.name},
      {"result", to_text(one.replayed.result)},
      {"failures", one.replayed.failures},
      {"times", one.replayed.times},
      {"kind", kind_of(one)},
      {"oracle", one.finding.oracle},
      {"found_on", trim(one.finding.target + " " + one.finding.target_version)},
      {"ran_on", one.target},
      {"note", one.replayed.note},
  };
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string replay_junit(const std::vector<ReplayedFinding>& all) {
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  std::string cases;
  for (const ReplayedFinding& one : all) {
    const bool is_read = one.replayed.result != ReplayResult::Unreadable;
    cases +=
        fmt::format("    <testcase classname=\"dinkel.{}\" name=\"{}\">",
                    escape_markup(is_read ? one.finding.oracle : "file"), escape_markup(one.name));
    const std::string message = escape_markup(
        fmt::format("{}: {}", to_text(one.replayed.result), first_line(one.replayed.note)));
    if (is_failure(one.replayed.result)) {
      ++failures;
      std::string script;
      for (const std::string& statement : one.finding.setup) script += statement + ";\n";
      cases += fmt::format("<failure message=\"{}\">{}</failure>", message,
                           escape_markup(script + one.finding.original + ";\n" +
                                         one.finding.rewritten + "\n" + one.replayed.note));
    } else if (one.replayed.result == ReplayResult::Unreadable) {
      ++errors;
      cases += fmt::format("<error message=\"{}\"/>", escape_markup(one.replayed.note));
    } else if (one.replayed.result == ReplayResult::CannotTell) {
      ++skipped;
      cases += fmt::format("<skipped message=\"{}\"/>", message);
    }
    cases += "</testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"dinkel "
      "replay\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  "
      "</testsuite>\n</testsuites>\n",
      all.size(), failures, errors, skipped, cases);
}

}  // namespace dinkel
