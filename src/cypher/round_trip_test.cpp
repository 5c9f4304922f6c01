// parse(print(parse(text))) == parse(text), for every query of the TCK and in both layouts.
#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/tck_corpus.h"

namespace dinkel {
namespace {

TEST(RoundTrip, EveryTckQueryParsesAndPrintsBack) {
  for (const CorpusQuery& query : read_tck_corpus()) {
    const auto parsed = parse_statement(query.text);
    if (!parsed) {
      EXPECT_TRUE(query.syntax_error_expected) << query.scenario << "\n"
                                               << describe(parsed.error(), query.text);
      continue;
    }
    for (const Layout layout : {Layout::Compact, Layout::Pretty}) {
      const std::string printed = print(*parsed, layout);
      const auto again = parse_statement(printed);
      ASSERT_TRUE(again.ok()) << query.text << "\n" << describe(again.error(), printed);
      ASSERT_TRUE(*again == *parsed) << query.text << "\n" << printed;
      ASSERT_EQ(print(*again, layout), printed);
    }
  }
}

}  // namespace
}  // namespace dinkel
