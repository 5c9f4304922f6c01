// The queries of the TCK as a corpus of real text: parse(print(parse(text))) == parse(text) for
// each of them, in both layouts, and for what is left of them after all kinds of damage. The seeds
// are fixed and the work is bounded by count, so that a failure repeats.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.h"
#include "cypher/lexer.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "tck/suite.h"

namespace dinkel {
namespace {

bool expects_syntax_error(const Scenario& scenario) {
  return std::ranges::any_of(scenario.steps, [](const Step& step) {
    return step.text.find("SyntaxError should be raised at compile time") != std::string::npos;
  });
}

const Suite& tck() {
  static const Suite suite = load_suite(DINKEL_SOURCE_DIR "/.cache/tck");
  return suite;
}

std::vector<std::string> tck_queries() {
  std::vector<std::string> queries;
  for (const Scenario& scenario : tck().scenarios) {
    for (const Step& step : scenario.steps) {
      if (!step.doc_string.empty()) queries.push_back(step.doc_string);
    }
  }
  return queries;
}

// Parses the text; what parses has to round-trip. Tells whether it did parse.
bool parse_and_check(const std::string& text) {
  const auto parsed = parse_statement(text);
  if (!parsed) {
    EXPECT_LE(parsed.error().offset, text.size());
    EXPECT_FALSE(parsed.error().message.empty());
    EXPECT_FALSE(describe(parsed.error(), text).empty());
    return false;
  }
  const std::string printed = print(*parsed);
  const auto again = parse_statement(printed);
  EXPECT_TRUE(again.ok()) << text << "\n" << describe(again.error(), printed);
  if (again) {
    EXPECT_TRUE(*again == *parsed) << text << "\n" << printed;
    EXPECT_EQ(print(*again), printed);
  }
  return true;
}

std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces;
  for (const Token& token : tokenize(text)) {
    if (token.length > 0) pieces.push_back(text.substr(token.offset, token.length));
  }
  return pieces;
}

std::string join(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece + " ";
  return text;
}

TEST(TckText, EveryQueryParsesAndPrintsBack) {
  for (const Scenario& scenario : tck().scenarios) {
    for (const Step& step : scenario.steps) {
      if (step.doc_string.empty()) continue;
      const auto parsed = parse_statement(step.doc_string);
      if (!parsed) {
        EXPECT_TRUE(expects_syntax_error(scenario)) << scenario_id(scenario) << "\n"
                                                    << describe(parsed.error(), step.doc_string);
        continue;
      }
      parse_and_check(step.doc_string);
      const std::string pretty = print(*parsed, Layout::Pretty);
      const auto again = parse_statement(pretty);
      ASSERT_TRUE(again.ok()) << describe(again.error(), pretty);
      EXPECT_TRUE(*again == *parsed) << pretty;
    }
  }
}

TEST(TckText, TruncatedQueries) {
  Rng rng(3);
  for (const std::string& query : tck_queries()) {
    for (int i = 0; i < 3; ++i) parse_and_check(query.substr(0, rng.below(query.size())));
  }
}

TEST(TckText, DeletedDuplicatedSwappedAndForeignTokens) {
  Rng rng(4);
  const std::vector<std::string> corpus = tck_queries();
  int parsed = 0;
  for (const std::string& query : corpus) {
    const std::vector<std::string> original = pieces_of(query);
    if (original.empty()) continue;
    const std::vector<std::string> foreign = pieces_of(rng.pick(corpus));
    for (int i = 0; i < 5; ++i) {
      std::vector<std::string> pieces = original;
      const auto at = [&] {
        return pieces.begin() + static_cast<std::ptrdiff_t>(rng.below(pieces.size()));
      };
      switch (i) {
        case 0:
          pieces.erase(at());
          break;
        case 1:
          pieces.insert(at(), *at());
          break;
        case 2:
          std::iter_swap(at(), at());
          break;
        case 3:
          *at() = rng.pick(foreign);
          break;
        default:
          pieces.insert(at(), foreign.begin(), foreign.end());
      }
      if (parse_and_check(join(pieces))) ++parsed;
    }
  }
  EXPECT_GT(parsed, 1000);
}

}  // namespace
}  // namespace dinkel
