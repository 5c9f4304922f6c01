// How small findings become: collects findings of every planted bug as the generator made them,
// reduces each, and prints sizes, runs and whether the bug is still the same. Called by
// tools/reduction-figures, which builds it.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <span>
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
  std::uint64_t findings = 300;
  std::uint64_t seed = 1;
  std::uint64_t cases = 20'000;  // tried for a bug at most
  std::uint64_t jobs = 1;
  bool list = false;
  bool blind = false;  // as on a database whose bugs nobody knows
};

constexpr std::chrono::milliseconds deadline{2000};
constexpr std::uint64_t block = 100;  // cases between two looks at what is still missing

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
  std::string bugs;          // that the finding needs before and after
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

// What is looked for in a case: findings of these bugs.
struct Wanted {
  std::vector<const BugRow*> bugs;
  std::vector<bool> rules;  // those that show these bugs best

  std::vector<bool> rule_of_case(std::uint64_t turn) const {
    std::vector<bool> one(rules.size(), false);
    if (const auto rule = rule_named(bugs[turn % bugs.size()]->rule)) one[*rule] = true;
    return one;
  }
};

// The first finding of a case, as it was met, with these of the wanted bugs planted.
std::optional<Raw> find_in_case(std::span<const BugRow* const> planted, const Wanted& wanted,
                                std::uint64_t seed, std::uint64_t index, const TestCase& made) {
  BugSet bugs;
  for (const BugRow* row : planted) bugs.plant(row->bug);
  EmbeddedTarget target("canary", bugs);
  Session session(target, deadline);
  Rng rng = Rng(seed).fork(index).fork("rewrite");
  Raw raw{planted.front(), index, "", {}};
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
    // Some bugs are rare without the rules that show them best.
    if (index % 3 == 1) rewriting.rules = wanted.rules;
    if (index % 3 == 2) rewriting.rules = wanted.rule_of_case(index / 3);
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

bool needs(const std::vector<std::string>& bugs, const BugRow& bug) {
  return std::find(bugs.begin(), bugs.end(), bug.name) != bugs.end();
}

std::optional<Figures> measure(const Raw& raw, bool blind) {
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
    const auto needed = needed_bugs(target, raw.test, *oracle, options, judged);
    if (!needs(needed, *raw.bug)) continue;
    const std::int64_t statements = session.statements();
    ReduceOptions reducing;
    if (!blind) reducing.also = needs_same_bugs(target, raw.test, *oracle, options, judged);
    const ReducedTest reduced =
        reduce_with_oracle(raw.test, judged, *oracle, session, full_dialect(), true, 1, reducing);
    figures.before = bytes_of(raw.test, judged.pair);
    figures.after = bytes_of(reduced.test, reduced.judged.pair);
    figures.runs = reduced.counts.runs;
    figures.statements = session.statements() - statements;
    figures.all_planted = all;
    if (reduced.judged.discrepancy) {
      const auto still_needed = needed_bugs(target, reduced.test, *oracle, options, reduced.judged);
      figures.is_same_bug = needs(still_needed, *raw.bug);
      figures.bugs =
          fmt::format("{} => {}", fmt::join(needed, ", "), fmt::join(still_needed, ", "));
    }
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

// A line on standard error for each tenth of the work.
class Progress {
 public:
  Progress(std::string_view what, std::uint64_t count) : what_(what), count_(count) {}

  void step(std::uint64_t steps = 1) {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t before = done_ * 10 / count_;
    done_ += steps;
    if (done_ * 10 / count_ == before) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    fmt::print(stderr, "{} of {} {} after {:.0f} s\n", done_, count_, what_, passed.count());
  }

 private:
  std::string_view what_;
  std::uint64_t count_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::uint64_t done_ = 0;
};

// Findings of all bugs, about as many of each, in the order of the bugs.
class Collector {
 public:
  explicit Collector(const Options& options)
      : options_(options), quota_(2 * options.findings / all_bugs().size() + 1) {}

  std::vector<Raw> run() {
    Progress progress("cases tried", options_.cases);
    for (std::uint64_t begin = 0; begin < options_.cases; begin += block) {
      const Wanted wanted = still_wanted();
      if (wanted.bugs.empty()) break;
      const std::uint64_t count = std::min(block, options_.cases - begin);
      std::vector<std::vector<Raw>> in_case(count);
      in_parallel(count, options_.jobs,
                  [&](std::size_t i) { in_case[i] = try_case(wanted, begin + i); });
      for (std::vector<Raw>& some : in_case) {
        for (Raw& raw : some) keep(std::move(raw));
      }
      progress.step(count);
    }
    // One of each in turn, so that others make up for the rare ones.
    std::vector<Raw> raws;
    for (std::size_t turn = 0; turn < quota_; ++turn) {
      for (const BugRow& row : all_bugs()) {
        std::vector<Raw>& some = found_[&row];
        if (turn < some.size() && raws.size() < options_.findings) {
          raws.push_back(std::move(some[turn]));
        }
      }
    }
    for (const BugRow& row : all_bugs()) {
      const std::size_t count = found_[&row].size();
      if (count < quota_) fmt::print(stderr, "only {} findings of {}\n", count, row.name);
    }
    return raws;
  }

 private:
  Wanted still_wanted() {
    Wanted wanted;
    wanted.rules.assign(all_rules().size(), false);
    for (const BugRow& row : all_bugs()) {
      if (found_[&row].size() >= quota_) continue;
      wanted.bugs.push_back(&row);
      if (const auto rule = rule_named(row.rule)) wanted.rules[*rule] = true;
    }
    return wanted;
  }

  // All wanted bugs at once, and each by itself only where that shows something: some are rare, and
  // most cases show none of those.
  std::vector<Raw> try_case(const Wanted& wanted, std::uint64_t index) const {
    std::vector<Raw> raws;
    const TestCase made = generate_case(options_.seed, index, {});
    if (!find_in_case(wanted.bugs, wanted, options_.seed, index, made)) return raws;
    for (const BugRow* row : wanted.bugs) {
      auto raw = find_in_case(std::span(&row, 1), wanted, options_.seed, index, made);
      if (raw) raws.push_back(std::move(*raw));
    }
    return raws;
  }

  void keep(Raw raw) {
    std::vector<Raw>& some = found_[raw.bug];
    if (some.size() < quota_) some.push_back(std::move(raw));
  }

  const Options& options_;
  std::uint64_t quota_;
  std::map<const BugRow*, std::vector<Raw>> found_;
};

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
                 figures.is_same_bug ? "" : "LOST THE BUG: " + figures.bugs, figures.text);
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
    if (word == "--list" || word == "--blind") {
      (word == "--list" ? options.list : options.blind) = true;
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
               "[--list] [--blind]\n");
    return 2;
  }
  const std::vector<Raw> raws = Collector(options).run();
  std::vector<std::optional<Figures>> figures(raws.size());
  Progress reducing("findings reduced", raws.size());
  in_parallel(raws.size(), options.jobs, [&](std::size_t i) {
    figures[i] = measure(raws[i], options.blind);
    reducing.step();
  });
  print_table(raws, figures, options.list);
  return 0;
}
