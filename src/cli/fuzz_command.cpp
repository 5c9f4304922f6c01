// dinkel fuzz: tests a database until time or cases are used up, and says what it found.
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "campaign/campaign.h"
#include "cli/commands.h"
#include "targets/open.h"

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::atomic<bool> interrupted = false;  // a signal handler can reach nothing else

struct FuzzFlags {
  std::string target = "canary";
  std::uint64_t cases = 0;
  std::string time;
  int jobs = 2;
  std::uint64_t seed = 1;
  std::string rules;
  std::string oracles;
  std::string bugs;
  std::string out;
  bool resume = false;
  std::string format = "text";
};

// "90s", "10m", "2h", or seconds.
std::chrono::milliseconds read_time(const std::string& text) {
  double factor = 1;
  std::string digits = text;
  if (text.ends_with("ms")) {
    factor = 0.001;
    digits.resize(text.size() - 2);
  } else if (text.ends_with('s') || text.ends_with('m') || text.ends_with('h')) {
    factor = text.back() == 's' ? 1 : text.back() == 'm' ? 60 : 3600;
    digits.pop_back();
  }
  char* end = nullptr;
  const double number = std::strtod(digits.c_str(), &end);
  if (digits.empty() || *end != '\0' || !(number > 0) || number > 1e8) {
    throw Error(fmt::format("--time {} is no time; write 90s, 10m or 2h", text));
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(number * factor * 1000));
}

std::vector<bool> read_rules(const std::string& text) {
  std::vector<bool> rules;
  if (text.empty()) return rules;
  rules.assign(all_rules().size(), false);
  for (const std::string_view name : split(text, ',')) {
    const auto index = rule_named(trim(name));
    if (!index) throw Error(fmt::format("there is no rule {}; dinkel rules lists them", name));
    rules[*index] = true;
  }
  return rules;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Tells people and programs how the campaign goes.
class Reporter {
 public:
  Reporter(const FuzzFlags& flags, std::filesystem::path out)
      : json_(flags.format == "json"),
        terminal_(!json_ && isatty(STDOUT_FILENO) != 0),
        out_(std::move(out)) {}

  void show_progress(const CampaignState& state) {
    const auto now = Clock::now();
    const auto pause = std::chrono::milliseconds(terminal_ ? 500 : 10'000);
    if (now - shown_ < pause) return;
    shown_ = now;
    if (json_) {
      Json line = {{"event", "progress"},
                   {"seconds", elapsed()},
                   {"cases", state.counts.cases},
                   {"tests", state.counts.tests},
                   {"families", state.families.size()}};
      fmt::print("{}\n", line.dump());
    } else {
      fmt::print("{}{}{}", terminal_ ? "\r\033[K" : "", status(state), terminal_ ? "" : "\n");
    }
    std::fflush(stdout);
  }

  void show_family(const Family& family) {
    write_finding(out_, family);
    if (json_) {
      Json line = to_json(family);
      line["event"] = "finding";
      fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
      fmt::print("{}{}\n", terminal_ ? "\r\033[K" : "", one_line(family));
    }
    std::fflush(stdout);
  }

  void show_summary(const CampaignState& state) {
    if (json_) {
      fmt::print("{}\n", summary(state).dump(-1, ' ', false, Json::error_handler_t::replace));
      return;
    }
    fmt::print("{}{}\n", terminal_ ? "\r\033[K" : "", status(state));
    if (state.families.empty()) {
      fmt::print("nothing found\n");
      return;
    }
    fmt::print("\n{} families in {}:\n", state.families.size(), out_.string());
    for (const Family& family : state.families) {
      fmt::print("{}  x{}  {}\n", one_line(family), family.indexes.size(), finding_name(family));
    }
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  std::string status(const CampaignState& state) const {
    const CaseCounts& counts = state.counts;
    const auto share = [](std::int64_t part, std::int64_t whole) {
      return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    return fmt::format(
        "{:.0f} s, {} cases, {} tests ({:.0f}/s), {:.1f} % valid, {:.1f} % compare something, "
        "{} families of {} findings, {} flaky{}",
        elapsed(), counts.cases, counts.tests, static_cast<double>(counts.tests) / elapsed(),
        share(counts.valid, counts.tests), share(counts.compared, counts.tests),
        state.families.size(), counts.raw_findings, counts.flaky,
        counts.unsound == 0 ? "" : fmt::format(", {} mistakes of our own", counts.unsound));
  }

  static std::string one_line(const Family& family) {
    const Finding& finding = family.first;
    std::string rules;
    for (const std::string& rule : finding.rules) rules += (rules.empty() ? "" : ",") + rule;
    std::string planted;
    for (const std::string& bug : finding.planted) planted += " [" + bug + "]";
    std::string text = finding.original;
    if (text.size() > 100) text = text.substr(0, 100) + "...";
    return fmt::format("{:<14} {:<12} {:<26} {:>4} bytes{}  {}", to_text(finding.kind),
                       finding.oracle, rules.empty() ? "-" : rules, reported_bytes(finding),
                       planted, text);
  }

  Json to_json(const Family& family) const {
    const Finding& finding = family.first;
    return {{"kind", to_text(finding.kind)},
            {"oracle", finding.oracle},
            {"rule", finding.rules.empty() ? "" : finding.rules.front()},
            {"family", family.name},
            {"count", family.indexes.size()},
            {"bytes", reported_bytes(finding)},
            {"folder", (out_ / finding_name(family)).string()},
            {"planted", finding.planted}};
  }

  Json summary(const CampaignState& state) const {
    const CaseCounts& counts = state.counts;
    Json findings = Json::array();
    for (const Family& family : state.families) findings.push_back(to_json(family));
    return {{"event", "summary"},
            {"cases", counts.cases},
            {"statements", counts.statements},
            {"tests", counts.tests},
            {"valid", counts.valid},
            {"compared", counts.compared},
            {"undetermined", counts.undetermined},
            {"seconds", elapsed()},
            {"tests_per_second", static_cast<double>(counts.tests) / elapsed()},
            {"cpu_tool_s", cpu_seconds()},
            {"cpu_target_s", 0.0},
            {"restarts", 0},
            {"flaky", counts.flaky},
            {"unsound", counts.unsound},
            {"findings", std::move(findings)}};
  }

  bool json_;
  bool terminal_;
  std::filesystem::path out_;
  const Clock::time_point started_ = Clock::now();
  Clock::time_point shown_ = started_;
};

CampaignOptions options_of(const FuzzFlags& flags) {
  CampaignOptions options;
  options.cases.seed = flags.seed;
  options.cases.rules = read_rules(flags.rules);
  for (const std::string_view name : split(flags.oracles, ',')) {
    if (name.empty()) continue;
    (void)make_oracle(name);  // refuses unknown names
    options.cases.oracles.emplace_back(name);
  }
  options.max_cases = flags.cases;
  options.jobs = flags.jobs;
  if (!flags.time.empty()) {
    options.time = read_time(flags.time);
  } else if (flags.cases == 0) {
    options.time = std::chrono::seconds(60);
  }
  const std::string name = flags.bugs.empty() ? flags.target : flags.target + ":" + flags.bugs;
  // The reference is right by definition: a difference there is a mistake of ours, and must show.
  options.cases.confirm = flags.target != "reference";
  // What runs in the process does not depend on chance: once is enough.
  if (flags.target == "canary" || flags.target == "reference") options.cases.replays = 1;
  options.open = [name] { return open_target(name); };
  return options;
}

}  // namespace

ExitCode fuzz_command(Arguments arguments) {
  FuzzFlags flags;
  CLI::App app("Tests a database: random queries, each against an equivalent one.", "dinkel fuzz");
  app.add_option("TARGET", flags.target, "what to test; without it, a canary with planted bugs");
  app.add_option("--cases", flags.cases, "stop after so many cases");
  app.add_option("--time", flags.time, "stop after 90s, 10m, 2h (60s without --cases)");
  app.add_option("--jobs", flags.jobs, "workers, each with its own target")
      ->check(CLI::Range(1, 64));
  app.add_option("--seed", flags.seed, "another seed, other cases");
  app.add_option("--rules", flags.rules, "use only these rewrite rules: NAME,...");
  app.add_option("--oracles", flags.oracles, "use only these oracles: NAME,...");
  app.add_option("--bugs", flags.bugs, "plant only these bugs in the canary: NAME,...");
  app.add_option("--out", flags.out, "the folder for findings (dinkel-out/TARGET)");
  app.add_flag("--resume", flags.resume, "continue the campaign of that folder");
  app.add_option("--format", flags.format, "text, or json: one object a line")
      ->check(CLI::IsMember({"text", "json"}));
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const CampaignOptions options = options_of(flags);
  const std::string target_name = options.open()->name();  // fails before anything is written
  const std::filesystem::path out = flags.out.empty() ? "dinkel-out/" + target_name : flags.out;
  if (!flags.resume) {
    for (const char* suffix : {"campaign.db", "campaign.db-wal", "campaign.db-shm"}) {
      std::filesystem::remove(out / suffix);
    }
  }
  Store store(out / "campaign.db");
  store.identify(fmt::format("target {} {} seed {} rules {} oracles {}", target_name, flags.bugs,
                             flags.seed, flags.rules, flags.oracles));
  interrupted = false;
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  Reporter reporter(flags, out);
  CampaignObserver observer;
  observer.on_progress = [&](const CampaignState& state) { reporter.show_progress(state); };
  observer.on_family = [&](const Family& family) { reporter.show_family(family); };
  const CampaignState state = run_campaign(options, store, observer, interrupted);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  reporter.show_summary(state);
  return state.families.empty() ? ExitCode::Ok : ExitCode::Findings;
}

}  // namespace dinkel
