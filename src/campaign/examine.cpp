#include "campaign/examine.h"

#include <fmt/core.h>

#include "campaign/cause.h"
#include "reduce/reduce.h"
#include "targets/embedded.h"
#include "targets/open.h"

namespace dinkel {

namespace {

// A server that is lost with each run takes the time of hundreds of statements to come back.
constexpr int costly_reduce_runs = 240;
constexpr std::chrono::seconds costly_reduce_time(45);
constexpr std::chrono::seconds reduce_time(90);
constexpr std::chrono::seconds cause_time(20);
constexpr int sure_patience = 6;  // deadlines

bool is_same_kind(const Judged& judged, FindingKind kind) {
  return judged.discrepancy && judged.discrepancy->kind == kind;
}

class Examination {
 public:
  Examination(const Finding& raw, Target& target, const CaseOptions& options,
              const std::function<bool()>& stop)
      : raw_(raw),
        target_(target),
        options_(options),
        stop_(stop),
        oracle_(oracle_of(raw)),
        session_(target, options.deadline, &options.dialect) {}

  FoundFinding run() {
    const OracleTest test = test_of(raw_, options_.dialect.dialect);
    const Judged judged = judge_again(test, session_);
    if (!is_same_kind(judged, raw_.kind)) return flaky(test);
    auto found = reduced(test, judged, 1);
    // What comes now and then (memory that is corrupt) shrinks into what comes ever less often,
    // unless each step has to show it several times. Of a hang, each try takes too long for that.
    const bool holds = found && found->standing != Standing::Flaky;
    if (!holds && options_.replays > 1 && raw_.kind != FindingKind::Hang && !stop_()) {
      if (auto again = reduced(test, judged, options_.replays)) found = std::move(again);
    }
    if (found) return *std::move(found);
    FoundFinding unreduced = verify(test, raw_);
    // Twice the smallest form of it was gone when it was looked at again: there is nothing sure
    // about it, even if it came each time now.
    if (options_.replays > 1 && unreduced.standing == Standing::Finding) {
      unreduced.standing = Standing::Flaky;
      unreduced.note = "not when reduced";
    }
    return unreduced;
  }

 private:
  // Reduced by steps that show it `times` times each; absent if the result does not show it.
  std::optional<FoundFinding> reduced(const OracleTest& test, const Judged& judged, int times) {
    ReduceOptions reducing;
    reducing.max_runs = options_.reduce_runs;
    const bool is_costly = raw_.kind == FindingKind::Crash || raw_.kind == FindingKind::Hang ||
                           raw_.kind == FindingKind::Leak;
    if (is_costly) reducing.max_runs = std::min(reducing.max_runs, costly_reduce_runs * times);
    const auto until = [this](std::chrono::seconds time) {
      const auto end = std::chrono::steady_clock::now() + time;
      // What runs in the process takes no time to speak of, and must not depend on it.
      const bool is_timed = dynamic_cast<const EmbeddedTarget*>(&target_) == nullptr;
      return [this, end, is_timed] {
        return stop_() || (is_timed && std::chrono::steady_clock::now() > end);
      };
    };
    reducing.stop = until((is_costly ? costly_reduce_time : reduce_time) * (times > 1 ? 2 : 1));
    reducing.also = needs_same_bugs(target_, test, *oracle_, options_, judged);
    const ReducedTest reduced =
        reduce_with_oracle(test, judged, *oracle_, session_, options_.dialect.dialect,
                           options_.confirm, times, reducing);
    if (!reduced.judged.discrepancy) return std::nullopt;
    Finding finding = finding_from(reduced.test, reduced.judged);
    if (oracle_->compares()) {
      finding.cause =
          find_cause(reduced.test, reduced.judged, session_, options_, until(cause_time))
              .value_or("");
    } else if (finding.normalised.empty()) {  // neither an error nor a stack tells it apart
      finding.cause = finding.kind == FindingKind::Hang ? reading_of(reduced.judged.pair.original)
                                                        : shape_of(reduced.judged.pair.original);
    }
    return verify(reduced.test, std::move(finding));
  }

  Judged judge_again(const OracleTest& test, Session& session) const {
    return judge(test, *oracle_, session, options_.dialect.dialect, options_.confirm);
  }

  Finding finding_from(const OracleTest& test, const Judged& judged) {
    Finding finding =
        finding_of(test, oracle_->name(), judged.pair, judged.run, *judged.discrepancy, target_);
    if (finding.rules.empty() && oracle_->compares()) finding.rules = raw_.rules;
    finding.seed = raw_.seed;
    finding.index = raw_.index;
    finding.planted = needed_bugs(target_, test, *oracle_, options_, judged);
    return finding;
  }

  // It was not there when it was run again; how often it comes back is worth to know.
  FoundFinding flaky(const OracleTest& test) {
    FoundFinding found = verify(test, raw_);
    if (found.standing == Standing::Finding) {
      found.standing = Standing::Flaky;
      found.note = fmt::format("{} of {}", options_.replays, options_.replays + 1);
    }
    return found;
  }

  // On a server that has served nobody before, each time from an empty graph.
  FoundFinding verify(const OracleTest& test, Finding finding) {
    FoundFinding found{std::move(finding), {}, Standing::Finding, {}};
    int shown = 0;
    const auto other = options_.open_fresh ? options_.open_fresh() : nullptr;
    if (!other) target_.renew();
    // A hang must be more than a slow answer, or a moment in which the machine did something else.
    Session fresh(other ? *other : target_, options_.deadline * sure_patience, &options_.dialect);
    for (int i = 0; i < options_.replays && !stop_(); ++i) {
      if (is_same_kind(judge_again(test, fresh), found.finding.kind)) ++shown;
    }
    found.family = family_of(found.finding);
    if (shown < options_.replays) {
      found.standing = Standing::Flaky;
      found.note = fmt::format("{} of {}", shown, options_.replays);
    } else if (const KnownIssue* issue = options_.known.find(found.finding)) {
      found.standing = Standing::Known;
      found.note = issue->name;
    }
    return found;
  }

  const Finding& raw_;
  Target& target_;
  const CaseOptions& options_;
  const std::function<bool()>& stop_;
  std::unique_ptr<Oracle> oracle_;
  Session session_;
};

}  // namespace

FoundFinding examine(const Finding& raw, Target& target, const CaseOptions& options,
                     const std::function<bool()>& stop) {
  return Examination(raw, target, options, stop).run();
}

bool is_worth_reducing(const Finding& finding, std::int64_t number) {
  if (!finding.normalised.empty()) {
    while (number % 10 == 0) number /= 10;
    return number == 1;
  }
  std::int64_t root = 0;
  while (root * root < number) ++root;
  return root * root == number;
}

}  // namespace dinkel
