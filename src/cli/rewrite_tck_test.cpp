// The queries of the TCK, which nobody wrote for the rewriter: several rewritings of each that
// runs, on the reference. tools/fetch-tck brings the TCK.
#include <gtest/gtest.h>

#include "rewrite/soundness.h"
#include "tck/queries.h"
#include "tck/suite.h"

namespace dinkel {
namespace {

std::int64_t runs_that_agree(std::uint64_t rewritings) {
  const Suite suite = load_suite(DINKEL_SOURCE_DIR "/.cache/tck");
  SoundnessCounts counts;
  for (const Scenario& scenario : suite.scenarios) {
    for_each_query(scenario, suite.graphs, [&](const TckQuery& query) {
      RewriteOptions options;
      options.new_parameters = true;
      for (std::uint64_t seed = 0; seed < rewritings; ++seed) {
        // A graph of which nothing is known, as `dinkel rewrite` sees it, and one of known schema.
        options.schema = seed % 2 == 1 ? query.schema : RewriteOptions().schema;
        const Rewritten rewritten = rewrite(query.statement, Rng(seed), options);
        const auto violation =
            check_rewriting(query.statement, rewritten, query.graph, query.parameters, counts);
        if (!violation.has_value()) continue;
        ADD_FAILURE() << scenario_id(scenario) << " seed " << seed << "\n" << to_text(*violation);
        break;
      }
    });
  }
  return counts.statements - counts.invalid;
}

TEST(RewriteTck, ARewritingAgreesOnTheReference) {
  EXPECT_GT(runs_that_agree(1), 2'000);
}

TEST(RewriteTckSlow, AllRewritingsAgreeOnTheReference) {
  EXPECT_GT(runs_that_agree(20), 40'000);
}

}  // namespace
}  // namespace dinkel
