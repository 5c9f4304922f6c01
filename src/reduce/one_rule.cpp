// From a difference that many applications of rules made to one that a single one makes.
//
// Every part of a trace is equivalent to the statement. So if the statement and the whole differ,
// then two neighbours among the beginnings of the trace do: S(i) and S(i+1), which is S(i) with one
// rule more. Where the target answers the statement as the reference does, the first beginning that
// it gets wrong has a neighbour that it gets right. The one rule between them names the finding,
// and what the rules before it made becomes part of the original.
#include "reduce/reduce.h"

namespace dinkel {

namespace {

class OneRule {
 public:
  OneRule(const OracleTest& test, const Judged& judged, const Oracle& oracle, Session& session,
          const Dialect& dialect, bool confirm, ReduceCounts& counts)
      : test_(test),
        wanted_(judged),
        oracle_(oracle),
        session_(session),
        dialect_(dialect),
        confirm_(confirm),
        counts_(counts),
        rewriting_(rewrite_options_after(test.setup, dialect)) {}

  // Each rule by itself comes first: its original is the shorter one.
  std::optional<OneRuleTest> find() {
    for (const Application& step : test_.trace) {
      if (is_it(test_.statement, step)) return std::move(best_);
    }
    RewriteTrace beginning;
    for (const Application& step : test_.trace) {
      if (!beginning.empty() &&
          is_it(apply_numbered(test_.statement, beginning, rewriting_), step)) {
        return std::move(best_);
      }
      beginning.push_back(step);
    }
    return std::move(best_);
  }

 private:
  // Keeps the first that shows anything, and says whether it shows what was wanted.
  bool is_it(Statement original, const Application& step) {
    OracleTest single = test_;
    single.statement = std::move(original);
    single.trace = {step};
    if (!is_well_formed(single, false)) return false;
    ++counts_.runs;
    Judged judged = judge(single, oracle_, session_, dialect_, confirm_);
    if (!judged.discrepancy) return false;
    // What a rule brings in, the target may refuse: that shows nothing.
    if (judged.discrepancy->kind == FindingKind::OnlyOneFails &&
        all_rules()[step.rule].brings_new_parts()) {
      return false;
    }
    const bool is_wanted = is_same(judged, wanted_);
    if (is_wanted || !best_) best_ = {std::move(single), std::move(judged)};
    return is_wanted;
  }

  const OracleTest& test_;
  const Judged& wanted_;
  const Oracle& oracle_;
  Session& session_;
  const Dialect& dialect_;
  bool confirm_;
  ReduceCounts& counts_;
  RewriteOptions rewriting_;
  std::optional<OneRuleTest> best_;
};

}  // namespace

std::optional<OneRuleTest> with_one_rule(const OracleTest& test, const Judged& judged,
                                         const Oracle& oracle, Session& session,
                                         const Dialect& dialect, bool confirm,
                                         ReduceCounts& counts) {
  if (test.fixed || test.trace.size() < 2) return std::nullopt;
  return OneRule(test, judged, oracle, session, dialect, confirm, counts).find();
}

}  // namespace dinkel
