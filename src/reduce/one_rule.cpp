// From a difference that many applications of rules made to one that a single one makes.
//
// Every part of a trace is equivalent to the statement. So if the statement and the whole differ,
// then two neighbours among the beginnings of the trace do: S(i) and S(i+1), which is S(i) with one
// rule more. Where the target answers the statement as the reference does, the first beginning that
// it gets wrong has a neighbour that it gets right. The one rule between them names the finding,
// and what the rules before it made becomes part of the original.
//
// What a rule made may also hide what another one would show by itself, through another bug of the
// target. So the trace first loses what can go while the very same difference stays, down to one
// rule in most cases. What shows another difference is only taken where nothing else is left.
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

  std::optional<OneRuleTest> find() {
    const RewriteTrace least = least_trace();
    for (const RewriteTrace* trace : {&least, &test_.trace}) {
      // Each rule by itself comes first: its original is the shorter one.
      for (const Application& step : *trace) {
        if (is_it(test_.statement, step)) return std::move(best_);
      }
      RewriteTrace beginning;
      for (const Application& step : *trace) {
        if (!beginning.empty() &&
            is_it(apply_numbered(test_.statement, beginning, rewriting_), step)) {
          return std::move(best_);
        }
        beginning.push_back(step);
      }
    }
    return std::move(best_);
  }

 private:
  // What is left of the trace when no rule can go without changing the difference. The last goes
  // first, for it often stands in what those before it made; never several at once, for the
  // longer the step, the likelier it leads to another bug.
  RewriteTrace least_trace() {
    RewriteTrace least = test_.trace;
    for (std::size_t i = least.size(); i-- > 0 && least.size() > 1;) {
      OracleTest fewer = test_;
      fewer.trace = least;
      fewer.trace.erase(fewer.trace.begin() + static_cast<std::ptrdiff_t>(i));
      ++counts_.runs;
      const Judged judged = judge(fewer, oracle_, session_, dialect_, confirm_);
      if (judged.discrepancy && likeness_of(judged) == Likeness::SameDifference) {
        least = std::move(fewer.trace);
      }
    }
    return least;
  }

  // How much a test resembles what was wanted.
  enum class Likeness { None, SomeDifference, SameKind, SameDifference };

  // Keeps the first of those that come nearest, and says whether none can come nearer.
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
    const Likeness likeness = likeness_of(judged);
    if (likeness > likeness_) {
      likeness_ = likeness;
      best_ = {std::move(single), std::move(judged)};
    }
    return likeness == Likeness::SameDifference;
  }

  Likeness likeness_of(const Judged& judged) const {
    if (!is_same(judged, wanted_)) return Likeness::SomeDifference;
    return judged.discrepancy->difference == wanted_.discrepancy->difference
               ? Likeness::SameDifference
               : Likeness::SameKind;
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
  Likeness likeness_ = Likeness::None;
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
