// dinkel reduce: makes a finding, or any Cypher file with the help of an oracle or a script, as
// small as it gets.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <csignal>

#include "base/files.h"
#include "campaign/examine.h"
#include "cli/commands.h"
#include "cli/reduce_file.h"
#include "cypher/print.h"

namespace dinkel {

namespace {

std::atomic<bool> interrupted = false;  // a signal handler can reach nothing else

// How a finding is made small: the targets, one a job, and what was wrong at the start.
class FindingReducer {
 public:
  FindingReducer(const ReduceFlags& flags, const std::string& target, const std::string& oracle)
      : flags_(flags) {
    opened_.reserve(static_cast<std::size_t>(flags.jobs));  // the sessions point into it
    for (int i = 0; i < flags.jobs; ++i) {
      opened_.push_back(open_with_dialect(target, flags.where));
      sessions_.push_back(std::make_unique<Session>(
          *opened_.back().target, std::chrono::seconds(flags.deadline_s), &opened_.back().dialect));
      oracles_.push_back(make_oracle(oracle));
      workers_.push_back({sessions_.back().get(), oracles_.back().get()});
    }
  }

  Target& target() { return *opened_.front().target; }
  const Dialect& dialect() const { return opened_.front().dialect.dialect; }
  Judged judge_once(const OracleTest& test) {
    return judge(test, *oracles_.front(), *sessions_.front(), dialect(), true);
  }

  Finding reduce(const OracleTest& test, const Judged& judged) {
    std::atomic<int> restarts = 0;
    ProgressLine progress(test, restarts);
    ReduceOptions options;
    options.max_runs = flags_.max_runs;
    options.validate = is_well_formed(test);
    options.restarts = &restarts;
    options.stop = [] { return interrupted.load(); };
    options.on_progress = [&](const OracleTest& smallest, const ReduceCounts& counts) {
      progress.show(smallest, counts);
    };
    CaseOptions cases;
    cases.dialect = opened_.front().dialect;
    options.also = needs_same_bugs(target(), test, *oracles_.front(), cases, judged);
    const ReducedTest reduced =
        reduce_with_oracle(test, judged, workers_, dialect(), true, flags_.times, options);
    progress.end(reduced.test, reduced.counts);
    if (!reduced.judged.discrepancy) {
      throw Error("the reduced case does not fail each time; try --times 3 or more");
    }
    return finding_of(reduced.test, oracles_.front()->name(), reduced.judged.pair,
                      reduced.judged.run, *reduced.judged.discrepancy, target());
  }

 private:
  const ReduceFlags& flags_;
  std::vector<OpenedTarget> opened_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::vector<std::unique_ptr<Oracle>> oracles_;
  std::vector<ReduceWorker> workers_;
};

void deliver(const ReduceFlags& flags, const std::string& text) {
  if (flags.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_file(flags.out, text);
  }
}

ExitCode reduce_finding(const ReduceFlags& flags) {
  const Finding finding = read_runnable_finding(flags.file);
  FindingReducer reducer(flags, target_name_for(finding, flags.where), finding.oracle);
  const OracleTest test = test_of(finding, reducer.dialect());
  const Judged judged = reducer.judge_once(test);
  if (!judged.discrepancy || judged.discrepancy->kind != finding.kind) {
    throw Error(fmt::format("{} does not fail on {}{}{}", flags.file, reducer.target().name(),
                            judged.obstacle.empty() ? "" : ": ", judged.obstacle));
  }
  Finding smaller = reducer.reduce(test, judged);
  if (smaller.rules.empty()) smaller.rules = finding.rules;
  smaller.seed = finding.seed;
  smaller.index = finding.index;
  smaller.planted = finding.planted;
  deliver(flags, to_json_text(smaller));
  return ExitCode::Ok;
}

// The statements of a file as a test, rewritten until the oracle finds something wrong.
ExitCode reduce_by_oracle(const ReduceFlags& flags) {
  OracleTest test = read_test(flags.file);
  const std::string name = flags.where.target.empty() ? "reference" : flags.where.target;
  FindingReducer reducer(flags, name, flags.oracle);
  const RewriteOptions rewriting = rewrite_options_after(test.setup, reducer.dialect());
  const int rewritings = flags.oracle == "equivalence" ? flags.rewrites : 1;
  Judged judged;
  for (int i = 0; i < rewritings && !judged.discrepancy; ++i) {
    if (rewritings > 1) {
      const Rng rng = Rng(1).fork(static_cast<std::uint64_t>(i));
      test.trace = rewrite(test.statement, rng, rewriting).trace;
      if (test.trace.empty()) continue;
    }
    judged = reducer.judge_once(test);
  }
  if (!judged.discrepancy) {
    throw Error(fmt::format("the oracle {} finds nothing wrong with {} on {}{}{}", flags.oracle,
                            flags.file, reducer.target().name(),
                            judged.obstacle.empty() ? "" : ": ", judged.obstacle));
  }
  const Finding smaller = reducer.reduce(test, judged);
  const bool wants_json = flags.out.ends_with(".json");
  deliver(flags, wants_json ? to_json_text(smaller) : script_of(smaller));
  return ExitCode::Ok;
}

}  // namespace

ExitCode reduce_command(Arguments arguments) {
  ReduceFlags flags;
  CLI::App app(
      "Makes a finding, or a Cypher file that an oracle or a script finds interesting, small.",
      "dinkel reduce");
  app.add_option("FILE", flags.file, "a finding, its folder, or any Cypher file")->required();
  add_finding_target_options(app, flags.where);
  auto* oracle =
      app.add_option("--oracle", flags.oracle, "what finds the statements of FILE wrong");
  app.add_option("--command", flags.command,
                 "a script that gets a file and exits with 0 if it is interesting; needs no target")
      ->excludes(oracle);
  app.add_option("--out", flags.out, "write the result here (default: standard output)");
  app.add_option("--jobs", flags.jobs, "try so many candidates at once; the result is the same")
      ->check(CLI::Range(1, 64));
  app.add_option("--times", flags.times, "a candidate must fail so often")
      ->check(CLI::Range(1, 100));
  app.add_option("--rewrites", flags.rewrites, "how many rewritings of FILE to try with --oracle")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--max-runs", flags.max_runs, "stop after so many candidates")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--deadline", flags.deadline_s, "seconds for a statement")
      ->check(CLI::Range(1, 3600));
  if (const auto code = parse_arguments(app, arguments)) return *code;
  if (!flags.out.empty()) check_writable(flags.out);
  interrupted = false;
  std::signal(SIGINT, [](int) { interrupted = true; });
  if (!flags.command.empty()) {
    deliver(flags, reduce_by_command(flags, interrupted));
    return ExitCode::Ok;
  }
  return flags.oracle.empty() ? reduce_finding(flags) : reduce_by_oracle(flags);
}

}  // namespace dinkel
