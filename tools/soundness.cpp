// How sound the rules are, on the reference interpreter: every small expression tree, generated
// statements rewritten with everything on, and the queries of the TCK. Called by tools/soundness,
// which builds it; --frequency prints docs/rules-frequency.md instead.
#include "rewrite/soundness.h"

#include <fmt/core.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "rewrite/small_trees.h"
#include "tck/queries.h"
#include "tck/suite.h"

namespace {

using namespace dinkel;

constexpr std::string_view usage =
    "usage: tools/soundness [--statements N] [--seed S] [--size small|default|paper] [--blind]\n"
    "                       [--same-names] [--only trees|generated|tck] [--frequency]\n";

struct Options {
  std::int64_t statements = 200'000;
  std::uint64_t seed = 1;
  std::optional<CaseSize> size;  // none: all of them by turns
  bool blind = false;            // every case; else some of them
  bool same_names = false;       // likewise
  std::string_view only;
  bool frequency = false;

  bool wants(std::string_view part) const { return only.empty() || only == part; }
};

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_size(std::string_view text, std::optional<CaseSize>& size) {
  if (text == "small") size = CaseSize::Small;
  if (text == "default") size = CaseSize::Default;
  if (text == "paper") size = CaseSize::Paper;
  return size.has_value();
}

bool read_part(std::string_view text, std::string_view& only) {
  only = text;
  return text == "trees" || text == "generated" || text == "tck";
}

bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--frequency") {
      options.frequency = true;
      continue;
    }
    if (word == "--same-names") {
      options.same_names = true;
      continue;
    }
    if (word == "--blind") {
      options.blind = true;
      continue;
    }
    if (i + 1 == count) return false;
    const std::string_view value = words[++i];
    const bool known = word == "--statements" ? read_number(value, options.statements)
                       : word == "--seed"     ? read_number(value, options.seed)
                       : word == "--size"     ? read_size(value, options.size)
                       : word == "--only"     ? read_part(value, options.only)
                                              : false;
    if (!known) return false;
  }
  return options.statements > 0;
}

// A bar on a terminal; elsewhere a line for each tenth.
class Progress {
 public:
  Progress(std::string_view what, std::int64_t all) : what_(what), all_(all) {}
  ~Progress() {
    if (bar_) fmt::print(stderr, "\n");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::int64_t done, std::size_t differences) {
    done = std::min(done, all_);
    const std::int64_t step = done * (bar_ ? 1000 : 10) / all_;
    if (step == shown_) return;
    shown_ = step;
    if (!bar_) {
      fmt::print(stderr, "{} of {} {}, {} differences\n", done, all_, what_, differences);
      return;
    }
    constexpr std::int64_t width = 40;
    const auto filled = static_cast<std::size_t>(width * done / all_);
    fmt::print(stderr, "\r[{}{}] {} of {} {}, {} differences", std::string(filled, '#'),
               std::string(static_cast<std::size_t>(width) - filled, '.'), done, all_, what_,
               differences);
  }

 private:
  std::string_view what_;
  std::int64_t all_;
  std::int64_t shown_ = 0;
  bool bar_ = isatty(STDERR_FILENO) != 0;
};

void print_violation(const std::string& where, const Violation& violation) {
  fmt::print(stderr, "\n{}\n{}", where, to_text(violation));
}

std::size_t check_trees() {
  const std::vector<std::string> trees = small_trees();
  Progress progress("small trees", static_cast<std::int64_t>(trees.size()));
  SoundnessCounts counts;
  std::size_t differences = 0;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    for (const Violation& violation : check_expr_rules(trees[i], counts)) {
      ++differences;
      print_violation("tree " + std::to_string(i), violation);
    }
    progress.show(static_cast<std::int64_t>(i) + 1, differences);
  }
  fmt::print("{} trees of up to 4 nodes, {} applications, {} on trees that work, {} differences\n",
             trees.size(), counts.statements, counts.statements - counts.invalid, differences);
  return differences;
}

// Cases of all sizes by turns, some without live rows, some with many applications at once, some
// with names that are given twice.
struct Turn {
  GenerateOptions generate;
  RewriteOptions rewrite;
};

Turn turn_of(std::uint64_t index, const Options& options) {
  Turn turn;
  const std::uint64_t size = index % 8;
  turn.generate.size = size == 6   ? CaseSize::Small
                       : size == 7 ? CaseSize::Paper
                                   : CaseSize::Default;
  if (options.size) turn.generate.size = *options.size;
  turn.generate.use_live_rows = !options.blind && index % 5 != 4;
  if (index % 6 == 5) turn.rewrite.max_applications = 20;
  return turn;
}

std::size_t check_generated(const Options& options) {
  Progress progress("statements", options.statements);
  SoundnessCounts counts;
  std::size_t differences = 0;
  for (std::uint64_t index = 0; counts.statements < options.statements; ++index) {
    const Turn turn = turn_of(index, options);
    TestCase made = generate_case(options.seed, index, turn.generate);
    const bool shares = options.same_names || index % 7 == 3;
    if (shares) made = with_shared_names(std::move(made), Rng(options.seed).fork(index).fork("n"));
    for (const Violation& violation :
         check_case(made, Rng(options.seed).fork(index), turn.rewrite, counts)) {
      ++differences;
      print_violation("case " + std::to_string(index), violation);
    }
    progress.show(counts.statements, differences);
  }
  fmt::print("{} statements, {} rewritten, {} valid, {} compared, {} differences\n",
             counts.statements, counts.statements - counts.unchanged,
             counts.statements - counts.invalid,
             counts.statements - counts.invalid - counts.undetermined, differences);
  return differences;
}

std::size_t check_tck(const Options& options) {
  constexpr std::uint64_t rewritings = 20;
  const Suite suite = load_suite(".cache/tck");
  Progress progress("scenarios of the TCK", static_cast<std::int64_t>(suite.scenarios.size()));
  SoundnessCounts counts;
  std::size_t differences = 0;
  std::int64_t done = 0;
  for (const Scenario& scenario : suite.scenarios) {
    for_each_query(scenario, suite.graphs, [&](const TckQuery& query) {
      for (std::uint64_t i = 0; i < rewritings; ++i) {
        RewriteOptions rewriting;
        rewriting.new_parameters = true;
        if (i % 2 == 1) rewriting.schema = query.schema;
        const Rng rng = Rng(options.seed).fork(i);
        const Rewritten rewritten = rewrite(query.statement, rng, rewriting);
        const auto violation =
            check_rewriting(query.statement, rewritten, query.graph, query.parameters, counts);
        if (!violation.has_value()) continue;
        ++differences;
        print_violation(scenario_id(scenario), *violation);
      }
    });
    progress.show(++done, differences);
  }
  fmt::print("TCK: {} rewritings of {} queries that run, {} differences\n",
             counts.statements - counts.invalid,
             (counts.statements - counts.invalid) / static_cast<std::int64_t>(rewritings),
             differences);
  return differences;
}

// ---- How often rules fire -----------------------------------------------------------------------

struct Frequencies {
  std::int64_t statements = 0;
  std::int64_t applications = 0;
  std::vector<std::int64_t> fired;
  std::int64_t looked_at = 0;       // every 20th statement: its sites are counted
  std::vector<std::int64_t> sites;  // where the rule could be applied
};

Frequencies count_frequencies(const Options& options) {
  Frequencies found;
  found.fired.assign(all_rules().size(), 0);
  found.sites.assign(all_rules().size(), 0);
  Progress progress("statements", options.statements);
  GenerateOptions generate;
  generate.size = options.size.value_or(CaseSize::Default);
  for (std::uint64_t index = 0; found.statements < options.statements; ++index) {
    const TestCase made = generate_case(options.seed, index, generate);
    Rng rng = Rng(options.seed).fork(index);
    GraphState state;
    for (const Statement& statement : made.setup) advance(state, statement);
    for (const Statement& statement : made.tests) {
      if (found.statements == options.statements) break;
      RewriteOptions rewriting;
      rewriting.schema = state.schema;
      rewriting.new_parameters = true;
      rng = rng.fork("next");
      for (const Application& application : rewrite(statement, rng, rewriting).trace) {
        ++found.fired[application.rule];
        ++found.applications;
      }
      if (found.statements % 20 == 0) {
        ++found.looked_at;
        for (const Application& application : possible_applications(statement, 1, rewriting)) {
          ++found.sites[application.rule];
        }
      }
      ++found.statements;
      advance(state, statement);
    }
    progress.show(found.statements, 0);
  }
  return found;
}

void print_frequency(const Options& options) {
  const Frequencies found = count_frequencies(options);
  const auto per_statement = [](std::int64_t count, std::int64_t statements) {
    return static_cast<double>(count) / static_cast<double>(statements);
  };
  std::int64_t sites = 0;
  for (const std::int64_t count : found.sites) sites += count;
  fmt::print(
      "# How often each rule fires\n\n"
      "Made by `tools/soundness --frequency --statements {} --seed {}`: {} generated statements "
      "of\n"
      "default size, {:.1f} applications a statement, out of {:.0f} that are possible (counted on\n"
      "every 20th statement). Sites are the places of a statement where the rule could be "
      "applied.\n\n"
      "| rule | strategy | fired | per 100 statements | sites a statement "
      "|\n|---|---|---|---|---|\n",
      options.statements, options.seed, found.statements,
      per_statement(found.applications, found.statements), per_statement(sites, found.looked_at));
  for (std::size_t i = 0; i < all_rules().size(); ++i) {
    const Rule& rule = all_rules()[i];
    fmt::print("| {} | {} | {} | {:.2f} | {:.2f} |\n", rule.name(), to_text(rule.strategy()),
               found.fired[i], 100 * per_statement(found.fired[i], found.statements),
               per_statement(found.sites[i], found.looked_at));
  }
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read_options(count, words, options)) {
    fmt::print(stderr, "{}", usage);
    return 2;
  }
  if (options.frequency) {
    print_frequency(options);
    return 0;
  }
  std::size_t differences = 0;
  if (options.wants("trees")) differences += check_trees();
  if (options.wants("generated")) differences += check_generated(options);
  if (options.wants("tck")) differences += check_tck(options);
  return differences == 0 ? 0 : 1;
}
