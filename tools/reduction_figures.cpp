// How small findings become: collects findings of every planted bug as the generator made them,
// reduces each, and prints sizes, runs and whether the bug is still the same. Called by
// tools/reduction-figures, which builds it.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <thread>

#include "base/rng.h"
#include "campaign/examine.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "reduce/reduce.h"
#include "targets/embedded.h"

namespace {

using namespace dinkel;

struct Options {
  std::uint64_t findings = 315;
  std::uint64_t seed = 1;
  std::uint64_t cases = 20'000;  // tried for a bug at most
  std::uint64_t jobs = 1;
  std::uint64_t list = 0;
};

constexpr std::chrono::milliseconds deadline{2000};

struct Raw {
  const BugRow* bug = nullptr;
  std::uint64_t index = 0;
  std::string oracle;
  OracleTest test;
};

struct Figures {
  std::size_t before = 0;
  std::size_t after = 0;
  int runs = 0;
  std::int64_t statements = 0;
  bool is_same_bug = false;
  bool all_planted = false;  // or the one bug alone, because others hide it
  std::string text;
};

std::string text_of(const OracleTest& test, const StatementPair& pair) {
  std::string text;
  for (const Statement& statement : test.setup) text += print(statement) + "; ";
  text += print(pair.original);
  if (pair.rewritten) text += "  ==>  " + print(*pair.rewritten);
  return text;
}

std::size_t bytes_of(const OracleTest& test, const StatementPair& pair) {
  std::size_t bytes = print(pair.original).size();
  for (const Statement& statement : test.setup) bytes += print(statement).size();
  return bytes;
}

// The first finding of a case, as it was met.
std::optional<Raw> find_in_case(const BugRow& bug, const Options& options, std::uint64_t index) {
  BugSet bugs;
  bugs.plant(bug.bug);
  EmbeddedTarget target("canary", bugs);
  Session session(target, deadline);
  const TestCase made = generate_case(options.seed, index, {});
  Rng rng = Rng(options.seed).fork(index).fork("rewrite");
  Raw raw{&bug, index, "", {}};
  raw.test.setup = made.setup;
  raw.test.parameters = made.parameters;
  if (!std::holds_alternative<Rows>(session.start(raw.test.setup, raw.test.parameters))) {
    return std::nullopt;
  }
  for (const Statement& statement : made.tests) {
    if (!session.in_step()) return std::nullopt;
    raw.test.statement = statement;
    number_nodes(raw.test.statement);
    RewriteOptions rewriting = rewrite_options_after(raw.test.setup, full_dialect());
    // Every other case is rewritten by the rule that shows the bug best: some are rare without.
    const auto rule = rule_named(bug.rule);
    if (index % 2 == 1 && rule) {
      rewriting.rules.assign(all_rules().size(), false);
      rewriting.rules[*rule] = true;
    }
    raw.test.trace = rewrite(raw.test.statement, rng.fork("statement"), rewriting).trace;
    rng = rng.fork("next");
    bool is_valid = false;
    for (const char* name : {"partition", "equivalence"}) {
      const auto oracle = make_oracle(name);
      const auto pair = oracle->derive(raw.test.statement, raw.test.trace, rewriting);
      if (!pair) continue;
      const Run run = session.execute(*pair);
      is_valid = std::holds_alternative<Rows>(run.original.outcome);
      if (oracle->judge(run, *pair)) {
        raw.oracle = name;
        return raw;
      }
      if (!session.in_step()) break;
    }
    if (is_valid) raw.test.setup.push_back(statement);
  }
  return std::nullopt;
}

std::vector<Raw> collect(const BugRow& bug, const Options& options) {
  const std::uint64_t quota = (options.findings + all_bugs().size() - 1) / all_bugs().size();
  std::vector<Raw> found;
  for (std::uint64_t index = 0; index < options.cases && found.size() < quota; ++index) {
    if (auto raw = find_in_case(bug, options, index)) found.push_back(std::move(*raw));
  }
  return found;
}

bool needs(const std::vector<std::string>& bugs, const BugRow& bug) {
  return std::find(bugs.begin(), bugs.end(), bug.name) != bugs.end();
}

std::optional<Figures> measure(const Raw& raw) {
  const auto oracle = make_oracle(raw.oracle);
  CaseOptions options;
  options.deadline = deadline;
  Figures figures;
  // With every bug planted where the finding shows there too: only so could it slip to another bug.
  for (const bool all : {true, false}) {
    BugSet bugs = every_bug();
    if (!all) {
      bugs = BugSet();
      bugs.plant(raw.bug->bug);
    }
    EmbeddedTarget target("canary", bugs);
    Session session(target, deadline);
    const Judged judged = judge(raw.test, *oracle, session, full_dialect(), true);
    if (!judged.discrepancy) continue;
    if (!needs(needed_bugs(bugs, raw.test, *oracle, options, judged), *raw.bug)) continue;
    const std::int64_t statements = session.statements();
    const ReducedTest reduced =
        reduce_with_oracle(raw.test, judged, *oracle, session, full_dialect(), true, 1, {});
    figures.before = bytes_of(raw.test, judged.pair);
    figures.after = bytes_of(reduced.test, reduced.judged.pair);
    figures.runs = reduced.counts.runs;
    figures.statements = session.statements() - statements;
    figures.all_planted = all;
    figures.is_same_bug =
        reduced.judged.discrepancy &&
        needs(needed_bugs(bugs, reduced.test, *oracle, options, reduced.judged), *raw.bug);
    figures.text = text_of(reduced.test, reduced.judged.pair);
    return figures;
  }
  return std::nullopt;  // not reproducible from its own setup, or not confirmed by the reference
}

// Calls work(i) for each i below count, by several threads.
template <typename Work>
void in_parallel(std::size_t count, std::uint64_t jobs, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t job = 0; job < jobs; ++job) {
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

template <typename Number>
Number share_of(std::vector<Number> values, std::size_t percent) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, values.size() * percent / 100)];
}

void print_table(const std::vector<Raw>& raws, const std::vector<std::optional<Figures>>& all,
                 bool list) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> after;
  std::vector<int> runs;
  std::vector<std::int64_t> statements;
  std::set<std::string_view> kinds;
  std::map<std::string_view, std::vector<std::size_t>> by_bug;
  std::size_t lost = 0;
  std::size_t alone = 0;
  std::size_t large = 0;
  for (std::size_t i = 0; i < raws.size(); ++i) {
    if (!all[i]) continue;
    const Figures& figures = *all[i];
    before.push_back(figures.before);
    after.push_back(figures.after);
    runs.push_back(figures.runs);
    statements.push_back(figures.statements);
    kinds.insert(raws[i].bug->name);
    by_bug[raws[i].bug->name].push_back(figures.after);
    lost += figures.is_same_bug ? 0 : 1;
    alone += figures.all_planted ? 0 : 1;
    large += figures.after > 120 ? 1 : 0;
    if (list) {
      fmt::print("{:>5} {:>4} {:>5} {} {} {}\n      {}\n", figures.before, figures.after,
                 figures.runs, raws[i].bug->name, raws[i].index,
                 figures.is_same_bug ? "" : "LOST THE BUG", figures.text);
    }
  }
  fmt::print("| planted bug | findings | median bytes | largest |\n|---|---|---|---|\n");
  for (const auto& [name, sizes] : by_bug) {
    fmt::print("| {} | {} | {} | {} |\n", name, sizes.size(), share_of(sizes, 50),
               share_of(sizes, 100));
  }
  fmt::print(
      "\n{} findings of {} planted bugs, {} of them reduced with that bug alone\n"
      "bytes before: median {}; after: median {}, 95 % at most {}, largest {}, {} above 120\n"
      "runs of the target: median {}, 95 % at most {}, largest {}; statements: median {}\n"
      "{} no longer show their bug\n",
      after.size(), kinds.size(), alone, share_of(before, 50), share_of(after, 50),
      share_of(after, 95), share_of(after, 100), large, share_of(runs, 50), share_of(runs, 95),
      share_of(runs, 100), share_of(statements, 50), lost);
}

bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--list") {
      options.list = 1;
      continue;
    }
    std::uint64_t* const number = word == "--findings" ? &options.findings
                                  : word == "--seed"   ? &options.seed
                                  : word == "--cases"  ? &options.cases
                                  : word == "--jobs"   ? &options.jobs
                                                       : nullptr;
    if (number == nullptr || i + 1 == count) return false;
    const std::string_view value = words[++i];
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *number);
    if (error != std::errc() || end != value.data() + value.size()) return false;
  }
  return options.jobs > 0;
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read_options(count, words, options)) {
    fmt::print(stderr,
               "usage: tools/reduction-figures [--findings N] [--seed S] [--cases N] [--jobs N] "
               "[--list]\n");
    return 2;
  }
  std::vector<std::vector<Raw>> found(all_bugs().size());
  in_parallel(found.size(), options.jobs,
              [&](std::size_t i) { found[i] = collect(all_bugs()[i], options); });
  std::vector<Raw> raws;
  for (std::vector<Raw>& some : found) {
    for (Raw& raw : some) raws.push_back(std::move(raw));
  }
  std::vector<std::optional<Figures>> figures(raws.size());
  in_parallel(raws.size(), options.jobs, [&](std::size_t i) { figures[i] = measure(raws[i]); });
  print_table(raws, figures, options.list != 0);
  return 0;
}
