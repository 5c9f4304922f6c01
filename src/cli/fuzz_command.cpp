// dinkel fuzz: tests a database until time or cases are used up, and says what it found.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>

#include "base/files.h"
#include "base/text.h"
#include "campaign/campaign.h"
#include "cli/commands.h"
#include "cli/fuzz_report.h"
#include "cli/metrics_server.h"
#include "cli/target_options.h"
#include "targets/open.h"

namespace dinkel {

namespace {

std::atomic<bool> interrupted = false;  // a signal handler can reach nothing else

struct FuzzFlags {
  std::string target = "canary";
  OpenOptions open;
  std::string dialect;
  std::string known;
  std::uint64_t cases = 0;
  std::string time;
  int jobs = 2;
  std::uint64_t seed = 1;
  std::string size;  // empty: what suits the target
  std::string rules;
  std::string oracles;
  std::string without;
  std::string bugs;
  std::string out;
  int deadline_ms = 0;
  bool resume = false;
  std::string format = "text";
  int metrics = -1;
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

// Names of rules and of strategies; "-" before the first turns the others on instead.
std::vector<bool> read_rules(const std::string& text) {
  std::vector<bool> rules;
  if (text.empty()) return rules;
  const bool without = text.starts_with('-');
  rules.assign(all_rules().size(), without);
  for (const std::string_view part : split(std::string_view(text).substr(without ? 1 : 0), ',')) {
    const std::string_view name = trim(part);
    bool is_known = false;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      std::string strategy = to_lower(to_text(all_rules()[i].strategy()));
      std::replace(strategy.begin(), strategy.end(), ' ', '-');
      if (all_rules()[i].name() != name && strategy != name) continue;
      rules[i] = !without;
      is_known = true;
    }
    if (!is_known) throw Error(fmt::format("there is no rule {}; dinkel rules lists them", name));
  }
  return rules;
}

void read_ablations(const std::string& text, CaseOptions& options) {
  for (const std::string_view name : split(text, ',')) {
    if (name == "query-context") {
      options.use_context = false;
    } else if (name == "graph-schema") {
      options.use_schema = false;
    } else if (name == "live-rows") {
      options.use_live_rows = false;
    } else if (!name.empty()) {
      throw Error(
          fmt::format("--without takes query-context, graph-schema and live-rows, not {}", name));
    }
  }
}

bool is_embedded(const std::string& target) {
  return target.starts_with("canary") || target.starts_with("reference");
}

// The servers that speak Bolt and that we start are Java programs, which take some hundred
// statements to get warm.
bool is_java(const TargetDialect& dialect, const FuzzFlags& flags) {
  return flags.open.connect.empty() && !is_embedded(flags.target) &&
         dialect.protocol == Protocol::Bolt;
}

CaseOptions case_options_of(const FuzzFlags& flags, const std::string& version) {
  CaseOptions cases;
  cases.seed = flags.seed;
  cases.rules = read_rules(flags.rules);
  for (const std::string_view name : split(flags.oracles, ',')) {
    if (name.empty()) continue;
    (void)make_oracle(name);  // refuses unknown names
    cases.oracles.emplace_back(name);
  }
  read_ablations(flags.without, cases);
  const std::string base = flags.target.substr(0, flags.target.find_first_of(":@"));
  cases.dialect = load_dialect(base + "@" + version, flags.dialect);
  cases.known = flags.known.empty()
                    ? known_issues_of(base, version)
                    : parse_known_issues(read_file(flags.known), flags.known, version);
  cases.known.take_from(cases.dialect.dialect);
  // Planning is what a statement costs a Java server: short ones find more in the same time.
  if (flags.size.empty() && is_java(cases.dialect, flags)) cases.size = CaseSize::Small;
  if (flags.size == "small") cases.size = CaseSize::Small;
  if (flags.size == "paper") cases.size = CaseSize::Paper;
  // The reference is right by definition: a difference there is a mistake of ours, and must show.
  cases.confirm = base != "reference";
  // What runs in the process does not depend on chance: once is enough.
  if (is_embedded(base)) cases.replays = 1;
  // What has no answer by then is looked at again with more patience.
  if (flags.open.connect.empty() && cases.dialect.protocol == Protocol::Resp) {
    cases.deadline = std::chrono::milliseconds(1500);
  }
  if (flags.deadline_ms > 0) cases.deadline = std::chrono::milliseconds(flags.deadline_ms);
  return cases;
}

void add_options(CLI::App& app, FuzzFlags& flags) {
  app.add_option("TARGET", flags.target,
                 "what to test, as in neo4j or falkordb@4.14.2; without it, a canary with planted "
                 "bugs");
  app.add_option("--connect", flags.open.connect,
                 "a running server instead of one that is started: bolt://... or redis://...");
  app.add_flag("--allow-reset", flags.open.allow_reset,
               "empty the graph of that server even if it was not made here");
  app.add_option("--cases", flags.cases, "stop after so many cases");
  app.add_option("--time", flags.time, "stop after 90s, 10m, 2h (60s without --cases)");
  app.add_option("--jobs", flags.jobs, "workers, each with its own server")
      ->check(CLI::Range(1, 64));
  app.add_option("--seed", flags.seed, "another seed, other cases");
  app.add_option("--size", flags.size, "of the statements (small for Java servers, else default)")
      ->check(CLI::IsMember({"small", "default", "paper"}));
  app.add_option("--rules", flags.rules,
                 "use only these rewrite rules or strategies: NAME,...; -NAME,...: all but these");
  app.add_option("--oracles", flags.oracles, "use only these oracles: NAME,...");
  app.add_option("--without", flags.without,
                 "generate without query-context, graph-schema or live-rows");
  app.add_option("--bugs", flags.bugs, "plant only these bugs in the canary: NAME,...");
  app.add_option("--dialect", flags.dialect, "a dialect file instead of the target's own");
  app.add_option("--known", flags.known, "a file of known issues instead of the target's own");
  app.add_option("--deadline-ms", flags.deadline_ms, "for one statement (5000; 1500 on FalkorDB)");
  app.add_option("--out", flags.out, "the folder for findings (dinkel-out/TARGET)");
  app.add_flag("--resume", flags.resume, "continue the campaign of that folder");
  app.add_option("--format", flags.format, "text, or json: one object a line")
      ->check(CLI::IsMember({"text", "json"}));
  app.add_option("--metrics", flags.metrics, "serve Prometheus metrics on this port of 127.0.0.1")
      ->check(CLI::Range(0, 65535));
}

// The servers are those of the workers; this one only says who it is. Fails before anything is
// written.
std::pair<std::string, std::string> name_and_version(const std::string& name,
                                                     const OpenOptions& open) {
  const auto target = open_target(name, open);
  return {target->name(), target->version()};
}

}  // namespace

ExitCode fuzz_command(Arguments arguments) {
  FuzzFlags flags;
  CLI::App app("Tests a database: random queries, each against an equivalent one.", "dinkel fuzz");
  add_options(app, flags);
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const std::string name = flags.bugs.empty() ? flags.target : flags.target + ":" + flags.bugs;
  const auto [target, version] = name_and_version(name, flags.open);
  CampaignOptions options;
  options.cases = case_options_of(flags, version);
  options.max_cases = flags.cases;
  options.jobs = flags.jobs;
  if (!flags.time.empty()) {
    options.time = read_time(flags.time);
  } else if (flags.cases == 0) {
    options.time = std::chrono::seconds(60);
  }
  options.open = [&] { return open_target(name, flags.open); };
  if (is_java(options.cases.dialect, flags)) options.cases.open_fresh = options.open;

  const std::filesystem::path out = flags.out.empty() ? "dinkel-out/" + target : flags.out;
  if (!flags.resume) {
    for (const char* suffix : {"campaign.db", "campaign.db-wal", "campaign.db-shm"}) {
      std::filesystem::remove(out / suffix);
    }
  }
  Store store(out / "campaign.db");
  store.identify(fmt::format("target {} {} {} seed {} size {} rules {} oracles {} without {}",
                             target, version, flags.bugs, flags.seed, flags.size, flags.rules,
                             flags.oracles, flags.without));
  interrupted = false;
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  FuzzReport report(flags.format == "json" ? FuzzFormat::Json : FuzzFormat::Text, target, out);
  std::optional<MetricsServer> metrics;
  if (flags.metrics >= 0) {
    metrics.emplace(flags.metrics, [&] { return report.metrics(); });
    fmt::print(stderr, "metrics on http://127.0.0.1:{}/metrics\n", metrics->port());
  }
  CampaignObserver observer;
  observer.on_progress = [&](const CampaignState& state) { report.show_progress(state); };
  observer.on_family = [&](const Family& family) { report.show_family(family); };
  const CampaignState state = run_campaign(options, store, observer, interrupted);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  report.show_summary(state);
  if (state.abandoned) {
    std::fflush(nullptr);
    std::_Exit(static_cast<int>(state.families.empty() ? ExitCode::Ok : ExitCode::Findings));
  }
  if (!state.failure.empty()) return ExitCode::Unreachable;
  return state.families.empty() ? ExitCode::Ok : ExitCode::Findings;
}

}  // namespace dinkel
