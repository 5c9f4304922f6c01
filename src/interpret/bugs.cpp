#include "interpret/bugs.h"

#include <fmt/core.h>

#include <array>

#include "base/error.h"
#include "base/text.h"

namespace dinkel {
namespace {

constexpr std::size_t bug_count = static_cast<std::size_t>(Bug::Count_);
constexpr std::size_t answer_count = static_cast<std::size_t>(Bug::CrashMergeDelete);

constexpr std::array<BugRow, bug_count> bugs{{
    {Bug::NullXor, "null-xor", "null XOR true is true", "null-xor"},
    {Bug::DoubleNotNull, "double-not-null", "NOT (NOT null) is false", "double-negation"},
    {Bug::NullOrFalse, "null-or-false", "null OR false is false", "or-false"},
    {Bug::NullAndTrue, "null-and-true", "null AND true is false", "and-true"},
    {Bug::TrueOrNull, "true-or-null", "true OR null is null", "true-or"},
    {Bug::FalseAndNull, "false-and-null", "false AND null is null", "false-and"},
    {Bug::NotConjunctionNull, "not-conjunction-null",
     "NOT over a conjunction takes unknown for false, and answers true", "de-morgan-or"},
    {Bug::NegateTwiceFloat, "negate-twice-float", "negating a float twice makes it an integer",
     "double-minus"},
    {Bug::AddZeroFloat, "add-zero-float", "adding or subtracting the integer 0 truncates a float",
     "minus-zero"},
    {Bug::NullTimesOne, "null-times-one", "null * 1 is 1", "times-one"},
    {Bug::AppendEmptyString, "append-empty-string", "an empty string plus '' is null",
     "append-empty-string"},
    {Bug::AppendEmptyList, "append-empty-list",
     "adding [] to a list drops the null at the end of the list", "append-empty-list"},
    {Bug::EmptyIsNotNull, "empty-is-not-null", "'' IS NOT NULL is false", "is-null-negated"},
    {Bug::CaseNullSubject, "case-null-subject",
     "a computed subject of CASE that is null matches WHEN null", "plus-zero"},
    {Bug::CaseFalseElse, "case-false-else",
     "CASE WHEN false THEN x ELSE n.p END is null instead of n.p", "case-false"},
    {Bug::OptionalMatchLosesRow, "optional-match-loses-row",
     "OPTIONAL MATCH drops the last row when it finds nothing for it",
     "optional-match-new-pattern"},
    {Bug::WhereTrueDistinct, "where-true-distinct", "MATCH ... WHERE true removes duplicate rows",
     "where-true"},
    {Bug::UnwindFalse, "unwind-false", "UNWIND of a boolean that is no list drops the row",
     "unwind-literal"},
    {Bug::CallNullRow, "call-null-row",
     "a CALL subquery that returns something drops the rows that hold a null",
     "call-return-unused"},
    {Bug::UnitCallDropsRow, "unit-call-drops-row",
     "a CALL subquery without RETURN that matches nothing drops the row around it",
     "dead-call-new-pattern"},
    {Bug::UnionAfterCall, "union-after-call",
     "UNION keeps duplicates when one of its branches holds a CALL subquery",
     "dead-call-where-false"},
    {Bug::DistinctNan, "distinct-nan", "DISTINCT keeps every NaN of a computed column",
     "case-true"},
    {Bug::WithStarLosesOrder, "with-star-loses-order", "WITH * reverses the rows", "with-star"},
    {Bug::WithAliasDropsNull, "with-alias-drops-null",
     "WITH whose last item gets another name drops the rows where it is null", "with-extra-alias"},
    {Bug::LimitBeforeSkip, "limit-before-skip",
     "LIMIT is applied before a SKIP that is not a literal", "plus-zero"},
    {Bug::SetSeenTooEarly, "set-seen-too-early",
     "a property projected by the WITH just before SET shows the value set", "with-star"},
    {Bug::UniquenessAcrossParts, "uniqueness-across-parts",
     "a part of a MATCH whose first arrow points left may repeat relationships of earlier parts",
     "mirror-pattern"},
    {Bug::MirroredTypeIgnored, "mirrored-type-ignored",
     "the type of an anonymous relationship is ignored when its arrow points left",
     "mirror-pattern"},
    {Bug::DeleteReusedId, "delete-reused-id",
     "deleting what is deleted already deletes the newest node without relationships",
     "delete-twice"},
    {Bug::MergeStaleView, "merge-stale-view",
     "once something is deleted, MERGE does not see what the statement created", "create-delete"},
    {Bug::ForeachEmptyRunsOnce, "foreach-empty-runs-once",
     "FOREACH over an empty list runs once, with null", "dead-foreach"},
    {Bug::SetEmptyMapClears, "set-empty-map-clears", "SET x += {} removes all properties",
     "set-empty-map"},
    {Bug::RemoveTwiceTakesMore, "remove-twice-takes-more",
     "removing a property that is missing removes the first other one", "remove-twice"},
    {Bug::DetachDeleteSkips, "detach-delete-skips",
     "DETACH DELETE leaves nodes that have no relationship", "detach-delete"},
    {Bug::DeleteCreatedSurvives, "delete-created-survives",
     "a node that the same statement created is not deleted", "create-delete"},
    {Bug::CrashMergeDelete, "crash-merge-delete",
     "a statement with MERGE and DELETE ends the process", "crash"},
    {Bug::HangUnwindOptional, "hang-unwind-optional",
     "a statement with UNWIND and OPTIONAL MATCH never ends", "hang"},
    {Bug::LeakSubquery, "leak-subquery",
     "each statement with a subquery in an expression keeps a megabyte for ever", "leak"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    if (static_cast<std::size_t>(bugs[i].bug) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table follows the enumerators");

}  // namespace

std::span<const BugRow> all_bugs() {
  return std::span(bugs).first(answer_count);
}

std::span<const BugRow> plantable_bugs() {
  return bugs;
}

std::optional<Bug> find_bug(std::string_view name) {
  for (const BugRow& row : bugs) {
    if (row.name == name) return row.bug;
  }
  return std::nullopt;
}

BugSet every_bug() {
  BugSet set;
  for (const BugRow& row : all_bugs()) set.plant(row.bug);
  return set;
}

bool needs_process(const BugSet& planted) {
  for (const BugRow& row : std::span(bugs).subspan(answer_count)) {
    if (planted.has(row.bug)) return true;
  }
  return false;
}

BugSet bugs_named(std::string_view names) {
  if (names.empty()) return every_bug();
  BugSet set;
  for (const std::string_view name : split(names, ',')) {
    const auto bug = find_bug(trim(name));
    if (!bug) {
      std::string known;
      for (const BugRow& row : bugs) known += (known.empty() ? "" : ", ") + std::string(row.name);
      throw Error(fmt::format("the canary has no bug {}; it has {}", name, known));
    }
    set.plant(*bug);
  }
  return set;
}

std::string names_of(const BugSet& planted) {
  std::string names;
  for (const BugRow& row : bugs) {
    if (planted.has(row.bug)) names += (names.empty() ? "" : ",") + std::string(row.name);
  }
  return names;
}

}  // namespace dinkel
