// Expression rules on every small tree, on the reference. tools/soundness tries all trees of up to
// four nodes; here are all of up to two nodes, and some of the others.
#include "rewrite/expr_rules.h"

#include <gtest/gtest.h>

#include "rewrite/small_trees.h"
#include "rewrite/soundness.h"

namespace dinkel {
namespace {

TEST(ExprRules, KeepTheValueOfSmallTrees) {
  const std::vector<std::string> small = small_trees(2);
  const std::vector<std::string> trees = small_trees();
  SoundnessCounts counts;
  std::int64_t tried = 0;
  const auto try_tree = [&](const std::string& tree) {
    ++tried;
    for (const Violation& violation : check_expr_rules(tree, counts)) {
      ADD_FAILURE() << to_text(violation);
    }
  };
  for (const std::string& tree : small) try_tree(tree);
  for (std::size_t i = 0; i < trees.size(); i += 53) try_tree(trees[i]);
  RecordProperty("trees", std::to_string(trees.size()));
  RecordProperty("tried", std::to_string(tried));
  RecordProperty("applications", std::to_string(counts.statements));
  EXPECT_GT(trees.size(), 12'000U);
  EXPECT_GT(counts.statements, 4'000);
}

}  // namespace
}  // namespace dinkel
