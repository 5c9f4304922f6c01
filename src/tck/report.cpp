#include "tck/report.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace dinkel {
namespace {

std::string_view to_text(Judgement judgement) {
  switch (judgement) {
    case Judgement::Passed:
      return "passed";
    case Judgement::Failed:
      return "failed";
    case Judgement::Skipped:
      return "skipped";
    case Judgement::KnownFailure:
      return "known failure";
    case Judgement::NoLongerFails:
      return "no longer fails";
  }
  return "";
}

struct Totals {
  std::int64_t passed;
  std::int64_t failed;
  std::int64_t skipped;
};

Totals totals(const SuiteReport& report) {
  return {report.count(Judgement::Passed) + report.count(Judgement::NoLongerFails),
          report.count(Judgement::Failed) + report.count(Judgement::KnownFailure),
          report.count(Judgement::Skipped)};
}

std::string escape_xml(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += ' ';  // XML 1.0 has no way to write most control characters.
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string summary_line(const SuiteReport& report) {
  const Totals total = totals(report);
  return fmt::format("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
}

std::string report_text(const SuiteReport& report, std::string_view known_path) {
  std::string text;
  std::map<std::string, int> skipped;
  for (const JudgedScenario& judged : report.scenarios) {
    if (judged.judgement == Judgement::Skipped) ++skipped[judged.reason];
    if (judged.judgement != Judgement::Failed && judged.judgement != Judgement::NoLongerFails) {
      continue;
    }
    text += fmt::format("{}: {}\n    at {}:{}\n    {}\n", to_text(judged.judgement),
                        scenario_id(*judged.scenario), judged.scenario->file, judged.scenario->line,
                        judged.reason);
  }
  for (const std::string& name : report.unknown_names) {
    text += fmt::format("{} names a scenario that does not exist: {}\n", known_path, name);
  }
  for (const auto& [reason, count] : skipped) {
    text += fmt::format("{} skipped: {}\n", count, reason);
  }
  if (const auto known = report.count(Judgement::KnownFailure)) {
    text += fmt::format("{} of the failures {} known, with {}, in {}\n", known,
                        known == 1 ? "is" : "are", known == 1 ? "its reason" : "their reasons",
                        known_path);
  }
  return text + summary_line(report) + "\n";
}

std::string report_json(const SuiteReport& report, std::string_view target) {
  using nlohmann::json;
  const Totals total = totals(report);
  json scenarios = json::array();
  for (const JudgedScenario& judged : report.scenarios) {
    json entry = {{"scenario", scenario_id(*judged.scenario)},
                  {"file", judged.scenario->file},
                  {"line", judged.scenario->line},
                  {"result", to_text(judged.judgement)}};
    if (!judged.reason.empty()) entry["reason"] = judged.reason;
    scenarios.push_back(std::move(entry));
  }
  const json result = {
      {"target", target},         {"passed", total.passed},
      {"failed", total.failed},   {"known_failures", report.count(Judgement::KnownFailure)},
      {"skipped", total.skipped}, {"unknown_names", report.unknown_names},
      {"ok", report.ok()},        {"scenarios", std::move(scenarios)}};
  return result.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string report_junit(const SuiteReport& report, std::string_view target) {
  // Known failures are skipped tests here: a CI server should stay green on them.
  const auto known = report.count(Judgement::KnownFailure);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format(
      "<testsuite name=\"openCypher TCK on {}\" tests=\"{}\" failures=\"{}\" "
      "skipped=\"{}\">\n",
      escape_xml(target), report.scenarios.size(),
      report.count(Judgement::Failed) + report.count(Judgement::NoLongerFails),
      report.count(Judgement::Skipped) + known);
  for (const JudgedScenario& judged : report.scenarios) {
    const std::string reason = escape_xml(judged.reason);
    text +=
        fmt::format("  <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
                    escape_xml(judged.scenario->feature), escape_xml(scenario_id(*judged.scenario)),
                    escape_xml(judged.scenario->file), judged.scenario->line);
    switch (judged.judgement) {
      case Judgement::Passed:
        text += "/>\n";
        break;
      case Judgement::Failed:
      case Judgement::NoLongerFails:
        text += fmt::format("><failure message=\"{}\"/></testcase>\n", reason);
        break;
      case Judgement::Skipped:
      case Judgement::KnownFailure:
        text += fmt::format("><skipped message=\"{}\"/></testcase>\n", reason);
        break;
    }
  }
  return text + "</testsuite>\n";
}

}  // namespace dinkel
