#include "generate/profile.h"

#include <algorithm>

#include "cypher/functions.h"

namespace dinkel {

namespace {

struct ClauseRow {
  ClauseKind kind;
  Feature feature;
  std::uint32_t weight;
};

constexpr std::array<ClauseRow, clause_kind_count> clause_rows = {{
    {ClauseKind::Match, Feature::Match, 24},
    {ClauseKind::OptionalMatch, Feature::OptionalMatch, 9},
    {ClauseKind::Unwind, Feature::Unwind, 8},
    {ClauseKind::With, Feature::With, 14},
    {ClauseKind::CallUnit, Feature::CallUnit, 3},
    {ClauseKind::CallReturning, Feature::CallReturning, 6},
    {ClauseKind::Create, Feature::Create, 9},
    {ClauseKind::Merge, Feature::Merge, 8},
    {ClauseKind::Set, Feature::SetProperty, 9},
    {ClauseKind::Remove, Feature::RemoveProperty, 5},
    {ClauseKind::Delete, Feature::Delete, 5},
    {ClauseKind::Foreach, Feature::Foreach, 4},
}};

void draw_clauses(Profile& profile, Rng& rng, const Dialect& dialect) {
  const bool read_only = rng.chance(percent(30));
  for (const ClauseRow& row : clause_rows) {
    std::uint32_t weight = dialect.has(row.feature) ? row.weight : 0;
    const bool write = row.kind >= ClauseKind::Create;
    if (write && read_only) weight = 0;
    if (row.kind != ClauseKind::Match && rng.chance(percent(20))) weight = 0;
    if (rng.chance(percent(25))) weight *= 4;
    profile.clauses[static_cast<std::size_t>(row.kind)] = weight;
  }
  auto& match_weight = profile.clauses[static_cast<std::size_t>(ClauseKind::Match)];
  if (match_weight == 0) match_weight = 1;
}

void draw_size(Profile& profile, Rng& rng, CaseSize size) {
  switch (size) {
    case CaseSize::Small:
      profile.more_clauses = percent(50);
      profile.max_clauses = 4;
      profile.max_depth = 2;
      profile.max_nesting = 1;
      break;
    case CaseSize::Default: {
      // Mostly short, with a tail: a long statement costs a database much and rarely finds more.
      const std::uint64_t draw = rng.below(100);
      profile.more_clauses = percent(draw < 55 ? 65 : draw < 90 ? 80 : 92);
      profile.max_clauses = draw < 55 ? 5 : draw < 90 ? 10 : 30;
      profile.max_depth = static_cast<int>(rng.between(2, 4));
      profile.max_nesting = rng.chance(percent(20)) ? 3 : 2;
      break;
    }
    case CaseSize::Paper:
      profile.more_clauses = percent(99);
      profile.max_clauses = static_cast<int>(rng.between(18, 62));
      profile.max_depth = static_cast<int>(rng.between(2, 3));
      profile.max_nesting = 3;
      break;
  }
}

// Whether a case like this one can use the function at all.
bool can_use(const Profile& profile, const Dialect& dialect, std::size_t row) {
  const Function& function = all_functions()[row];
  if (!dialect.has_overload(row) || !dialect.has_function(function.name)) return false;
  if (function.required > dialect.max_arguments(function.name)) return false;
  const FunctionTraits& traits = function.traits;
  const bool odd = traits.volatile_result || traits.observes_id;
  if (odd && !profile.volatile_functions) return false;
  const auto missing = [&](Type type) {
    const Kinds needed = type.kinds.without(Kind::Null);
    return (needed.only(kinds::temporal) && !profile.temporal) ||
           (needed == Kinds(Kind::Duration) && !dialect.has(Feature::DurationType)) ||
           (needed == Kinds(Kind::Point) && !profile.points);
  };
  return std::none_of(function.parameters.begin(), function.parameters.end(), missing) &&
         !missing(function.result);
}

void draw_functions(Profile& profile, Rng& rng, const Dialect& dialect) {
  const auto functions = all_functions();
  profile.functions_off.resize(functions.size());
  const bool swarm = rng.chance(percent(60));
  for (std::size_t i = 0; i < functions.size(); ++i) {
    profile.functions_off[i] = (swarm && rng.coin()) || !can_use(profile, dialect, i);
  }
}

}  // namespace

void allow_all_functions(Profile& profile, const Dialect& dialect) {
  const auto functions = all_functions();
  for (std::size_t i = 0; i < functions.size(); ++i) {
    profile.functions_off[i] = !can_use(profile, dialect, i);
  }
}

bool has_clause(const Dialect& dialect, ClauseKind kind) {
  return dialect.has(clause_rows[static_cast<std::size_t>(kind)].feature);
}

Profile draw_profile(Rng rng, const Dialect& dialect, CaseSize size) {
  Profile profile;
  draw_clauses(profile, rng, dialect);
  draw_size(profile, rng, size);
  profile.union_chance = rng.chance(percent(25)) ? percent(40) : percent(5);
  profile.return_chance = percent(85);
  profile.where_chance = percent(static_cast<std::uint32_t>(rng.between(10, 70)));
  profile.bound_variable = percent(static_cast<std::uint32_t>(rng.between(30, 75)));
  profile.property_map = percent(static_cast<std::uint32_t>(rng.between(5, 40)));
  profile.aggregation = percent(static_cast<std::uint32_t>(rng.between(5, 40)));
  profile.parameter =
      dialect.has(Feature::Parameters) && rng.chance(percent(30)) ? percent(25) : percent(0);
  profile.null_literal = percent(static_cast<std::uint32_t>(rng.between(0, 12)));
  profile.live = rng.chance(percent(92));
  profile.volatile_functions = rng.chance(percent(3));
  profile.temporal = dialect.has(Feature::TemporalTypes) &&
                     (profile.volatile_functions || rng.chance(percent(25)));
  profile.points = dialect.has(Feature::PointType) && rng.chance(percent(12));
  profile.extreme_numbers = rng.chance(percent(30));
  draw_functions(profile, rng, dialect);
  return profile;
}

}  // namespace dinkel
