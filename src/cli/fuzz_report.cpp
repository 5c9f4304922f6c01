#include "cli/fuzz_report.h"

#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "campaign/exports.h"

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double share(double part, double whole) {
  return whole <= 0 ? 0.0 : 100.0 * part / whole;
}
double share(std::int64_t part, std::int64_t whole) {
  return share(static_cast<double>(part), static_cast<double>(whole));
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string rules_of(const Finding& finding) {
  std::string rules;
  for (const std::string& rule : finding.rules) rules += (rules.empty() ? "" : ",") + rule;
  return rules.empty() ? "-" : rules;
}

std::string one_line(const Family& family) {
  const Finding& finding = family.first;
  std::string planted;
  for (const std::string& bug : finding.planted) planted += " [" + bug + "]";
  std::string text = finding.original;
  if (text.size() > 100) text = text.substr(0, 100) + "...";
  return fmt::format("{:<14} {:<12} {:<26} {:>4} bytes{}  {}", to_text(finding.kind),
                     finding.oracle, rules_of(finding), reported_bytes(finding), planted, text);
}

Json to_json(const Family& family, const std::filesystem::path& out) {
  const Finding& finding = family.first;
  return {{"kind", to_text(finding.kind)},
          {"oracle", finding.oracle},
          {"rule", finding.rules.empty() ? "" : finding.rules.front()},
          {"family", family.name},
          {"bytes", reported_bytes(finding)},
          {"folder", (out / finding_name(family)).string()},
          {"planted", finding.planted},
          {"count", family.indexes.size()}};
}

// "2 wrong-rows, 1 crash"
std::string kinds_of(const std::vector<Family>& families) {
  std::map<std::string_view, int> kinds;
  for (const Family& family : families) ++kinds[to_text(family.first.kind)];
  std::string text;
  for (const auto& [kind, count] : kinds) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

double own_cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

FuzzReport::FuzzReport(FuzzFormat format, std::string target, std::filesystem::path out)
    : format_(format),
      is_terminal_(format == FuzzFormat::Text && isatty(STDOUT_FILENO) != 0),
      target_(std::move(target)),
      out_(std::move(out)) {
  note_metrics({});
}

double FuzzReport::elapsed() const {
  return std::max(0.001, std::chrono::duration<double>(Clock::now() - started_).count());
}

void FuzzReport::clear_block() {
  // Up to the first line of the block, and away with all below.
  if (block_lines_ > 0) fmt::print("\033[{}A\r\033[J", block_lines_);
  block_lines_ = 0;
}

void FuzzReport::show_progress(const CampaignState& state) {
  if (tests_before_ < 0) tests_before_ = state.counts.comparisons;
  note_metrics(state);
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(is_terminal_ ? 500 : 10'000)) return;
  shown_ = now;
  const CaseCounts& counts = state.counts;
  const double tool = own_cpu_seconds();
  const double rate = static_cast<double>(counts.comparisons - tests_before_) / elapsed();
  const double tool_share = share(tool, tool + state.cpu_target_seconds);
  if (format_ == FuzzFormat::Json) {
    fmt::print("{}\n", to_line({{"event", "progress"},
                                {"seconds", elapsed()},
                                {"cases", counts.cases},
                                {"statements", counts.generated},
                                {"valid", counts.valid},
                                {"tests_per_second", rate},
                                {"families", state.families.size()},
                                {"flaky", state.flaky.size()},
                                {"restarts", state.restarts}}));
  } else if (is_terminal_) {
    clear_block();
    fmt::print("  {:.0f} s   {} cases   {:.0f} tests/s   {:.1f} % valid   {:.0f} % non-empty\n",
               elapsed(), counts.cases, rate, share(counts.valid, counts.generated),
               share(counts.compared, counts.comparisons));
    fmt::print("  {} families ({})   {} to examine   {} flaky   {} known\n", state.families.size(),
               kinds_of(state.families), state.pending, state.flaky.size(), state.known.size());
    fmt::print("  {} server restarts   CPU {:.0f} % tool, {:.0f} % database\n", state.restarts,
               tool_share, 100 - tool_share);
    block_lines_ = 3;
  } else {
    fmt::print(
        "{:.0f} s, {} cases, {:.0f} tests/s, {:.1f} % valid, {} families, {} to examine, {} flaky, "
        "{} known, {} restarts, CPU {:.0f} % tool\n",
        elapsed(), counts.cases, rate, share(counts.valid, counts.generated), state.families.size(),
        state.pending, state.flaky.size(), state.known.size(), state.restarts, tool_share);
  }
  std::fflush(stdout);
}

void FuzzReport::show_family(const Family& family) {
  write_finding(out_, family);
  if (format_ == FuzzFormat::Json) {
    Json line = {{"event", "finding"}};
    line.update(to_json(family, out_));
    fmt::print("{}\n", to_line(line));
  } else {
    clear_block();
    fmt::print("{}\n", one_line(family));
  }
  std::fflush(stdout);
}

void FuzzReport::write_lists(const CampaignState& state) const {
  write_file(out_ / "junit.xml", to_junit(target_, state));
  write_file(out_ / "findings.sarif", to_sarif(target_, state));
  write_file(out_ / "refused.md", refusals_markdown(target_, state));
  for (const Family& family : state.flaky) write_finding(out_ / "flaky", family);
  for (const Family& family : state.known) write_finding(out_ / "known", family);
}

void FuzzReport::show_summary(const CampaignState& state) {
  for (const Family& family : state.families) write_finding(out_, family);
  write_lists(state);
  const CaseCounts& counts = state.counts;
  const double tool = own_cpu_seconds();
  if (tests_before_ < 0) tests_before_ = counts.comparisons;
  const double rate = static_cast<double>(counts.comparisons - tests_before_) / elapsed();
  if (format_ == FuzzFormat::Json) {
    Json findings = Json::array();
    for (const Family& family : state.families) findings.push_back(to_json(family, out_));
    Json line = {{"event", "summary"},
                 {"cases", counts.cases},
                 {"statements", counts.generated},
                 {"valid", counts.valid},
                 {"tests_per_second", rate},
                 {"cpu_tool_s", tool},
                 {"cpu_target_s", state.cpu_target_seconds},
                 {"restarts", state.restarts},
                 {"flaky", state.flaky.size()},
                 {"findings", std::move(findings)},
                 {"seconds", elapsed()},
                 {"executions", counts.statements},
                 {"comparisons", counts.comparisons},
                 {"non_empty", counts.compared},
                 {"undetermined", counts.undetermined},
                 {"raw_findings", counts.raw_findings},
                 {"unsound", counts.unsound},
                 {"lost", counts.lost},
                 {"known", state.known.size()},
                 {"pending", state.pending},
                 {"failure", state.failure}};
    fmt::print("{}\n", to_line(line));
    return;
  }
  clear_block();
  fmt::print(
      "\n{:.0f} s, {} cases, {} statements of which {:.1f} % are valid, {:.0f} comparisons/s of "
      "which {:.0f} % compare something, {} raw findings, {} restarts, CPU {:.1f} s tool, {:.1f} s "
      "database\n",
      elapsed(), counts.cases, counts.generated, share(counts.valid, counts.generated), rate,
      share(counts.compared, counts.comparisons), counts.raw_findings, state.restarts, tool,
      state.cpu_target_seconds);
  if (counts.unsound > 0) {
    fmt::print(
        "{} differences that the reference sees too: mistakes of our own, not reported, in {}\n",
        counts.unsound, (out_ / "refused.md").string());
  }
  if (!state.flaky.empty()) {
    fmt::print("{} flaky, in {}\n", state.flaky.size(), (out_ / "flaky").string());
  }
  for (const Family& family : state.known) {
    fmt::print("known: {}  x{}\n", family.name, family.indexes.size());
  }
  if (state.pending > 0) {
    fmt::print("{} findings were not examined in time; --resume goes on with them\n",
               state.pending);
  }
  if (state.families.empty()) fmt::print("nothing found\n");
  if (!state.families.empty()) {
    fmt::print("\n{} families of findings in {}:\n", state.families.size(), out_.string());
  }
  for (const Family& family : state.families) {
    fmt::print("{}  x{}  {}\n", one_line(family), family.indexes.size(), finding_name(family));
  }
  if (!state.failure.empty()) fmt::print(stderr, "dinkel: ended early: {}\n", state.failure);
}

void FuzzReport::note_metrics(const CampaignState& state) {
  const CaseCounts& counts = state.counts;
  std::string text;
  const auto put = [&](std::string_view name, std::string_view help, std::string_view type,
                       double value) {
    text += fmt::format("# HELP dinkel_{} {}\n# TYPE dinkel_{} {}\ndinkel_{} {}\n", name, help,
                        name, type, name, value);
  };
  const auto number = [](auto value) { return static_cast<double>(value); };
  put("cases_total", "cases that were run", "counter", number(counts.cases));
  put("statements_total", "generated statements", "counter", number(counts.generated));
  put("valid_total", "generated statements that were not refused", "counter", number(counts.valid));
  put("comparisons_total", "pairs whose original has an answer", "counter",
      number(counts.comparisons));
  put("families", "families of findings", "gauge", number(state.families.size()));
  put("flaky", "findings that do not repeat", "gauge", number(state.flaky.size()));
  put("known", "known issues that were met", "gauge", number(state.known.size()));
  put("restarts_total", "servers that were started anew", "counter", number(state.restarts));
  put("cpu_tool_seconds_total", "CPU time of dinkel", "counter", own_cpu_seconds());
  put("cpu_target_seconds_total", "CPU time of the databases", "counter", state.cpu_target_seconds);
  const std::lock_guard lock(mutex_);
  metrics_ = std::move(text);
}

std::string FuzzReport::metrics() const {
  const std::lock_guard lock(mutex_);
  return metrics_;
}

}  // namespace dinkel
