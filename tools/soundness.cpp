// How sound the rules are: rewrites generated statements with everything on, and runs both on the
// reference. Called by tools/soundness, which builds it; --frequency prints
// docs/rules-frequency.md.
#include "rewrite/soundness.h"

#include <fmt/core.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace {

using namespace dinkel;

struct Options {
  std::int64_t statements = 200'000;
  std::uint64_t seed = 1;
  bool frequency = false;
};

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--frequency") {
      options.frequency = true;
      continue;
    }
    if (i + 1 == count) return false;
    const std::string_view value = words[++i];
    const bool known = word == "--statements" ? read_number(value, options.statements)
                       : word == "--seed"     ? read_number(value, options.seed)
                                              : false;
    if (!known) return false;
  }
  return true;
}

void show_progress(std::int64_t done, std::int64_t all, std::size_t differences) {
  if (isatty(STDERR_FILENO) == 0) return;
  constexpr std::int64_t width = 40;
  const auto filled = static_cast<std::size_t>(width * std::min(done, all) / all);
  fmt::print(stderr, "\r[{}{}] {} of {} statements, {} differences", std::string(filled, '#'),
             std::string(static_cast<std::size_t>(width) - filled, '.'), done, all, differences);
}

void print_frequency(const SoundnessCounts& counts, const Options& options) {
  std::int64_t applications = 0;
  for (const auto& [name, count] : counts.applications) applications += count;
  const std::int64_t compared = counts.statements - counts.invalid;
  fmt::print(
      "# How often each rule fires\n\n"
      "Made by `tools/soundness --frequency --statements {} --seed {}`: {} generated statements, "
      "{:.1f}\napplications a statement. Statements that fail on their own do not count.\n\n"
      "| rule | strategy | fired | per 100 statements |\n|---|---|---|---|\n",
      options.statements, options.seed, compared,
      static_cast<double>(applications) / static_cast<double>(compared));
  for (const Rule& rule : all_rules()) {
    const auto found = counts.applications.find(std::string(rule.name()));
    const std::int64_t fired = found == counts.applications.end() ? 0 : found->second;
    fmt::print("| {} | {} | {} | {:.2f} |\n", rule.name(), to_text(rule.strategy()), fired,
               100.0 * static_cast<double>(fired) / static_cast<double>(compared));
  }
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read_options(count, words, options)) {
    fmt::print(stderr, "usage: tools/soundness [--statements N] [--seed S] [--frequency]\n");
    return 2;
  }
  SoundnessCounts counts;
  std::size_t differences = 0;
  for (std::uint64_t index = 0; counts.statements < options.statements; ++index) {
    const TestCase made = generate_case(options.seed, index, {});
    for (const Violation& violation :
         check_case(made, Rng(options.seed).fork(index), RewriteOptions(), counts)) {
      ++differences;
      fmt::print(stderr, "\ncase {}\n{}", index, to_text(violation));
    }
    if (index % 64 == 0) show_progress(counts.statements, options.statements, differences);
  }
  show_progress(counts.statements, options.statements, differences);
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\n");
  if (options.frequency) print_frequency(counts, options);
  fmt::print(options.frequency ? stderr : stdout, "{} statements, {} rewritten, {} differences\n",
             counts.statements, counts.statements - counts.unchanged, differences);
  return differences == 0 ? 0 : 1;
}
