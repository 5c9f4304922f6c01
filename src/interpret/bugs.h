// Bugs that can be planted in the interpreter, by name: each is modelled on a class of real bugs of
// graph databases. The `canary` target has them; the reference has none. They prove, on each
// change, that the whole chain still finds what it should: every bug makes a query and one of its
// rewritten forms disagree, and BugRow::rule names a rule that shows it.
//
// Three more end, block or bloat the process. With one of them, the canary runs in a child process;
// they are planted only by name, so that the canary of every day stays in the process and fast.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dinkel {

enum class Bug {
  // Planted in evaluate*.cpp: expressions.
  NullXor,             // null XOR true is true
  DoubleNotNull,       // NOT (NOT null) is false
  NullOrFalse,         // null OR false is false
  NullAndTrue,         // null AND true is false
  TrueOrNull,          // true OR null is null
  FalseAndNull,        // false AND null is null
  NotConjunctionNull,  // NOT (a AND b) takes an unknown conjunction for false
  NegateTwiceFloat,    // -(-2.0) is the integer 2
  AddZeroFloat,        // 1.5 + 0 and 1.5 - 0 are 1
  NullTimesOne,        // null * 1 is 1
  AppendEmptyString,   // '' + '' is null
  AppendEmptyList,     // [1, null] + [] is [1]
  EmptyIsNotNull,      // '' IS NOT NULL is false
  CaseNullSubject,     // a computed null as the subject of CASE matches WHEN null
  CaseFalseElse,       // CASE WHEN false THEN x ELSE n.p END is null
  // Planted in execute*.cpp and project.cpp: clauses that read and project.
  OptionalMatchLosesRow,  // OPTIONAL MATCH drops the last row when it finds nothing for it
  WhereTrueDistinct,      // MATCH ... WHERE true removes duplicate rows
  UnwindFalse,            // UNWIND of a boolean drops the row
  CallNullRow,            // a CALL subquery that returns something drops rows that hold a null
  UnitCallDropsRow,       // a unit CALL subquery that matches nothing drops the outer row
  UnionAfterCall,         // UNION keeps duplicates when a branch holds a subquery
  DistinctNan,            // DISTINCT keeps each NaN of a computed column
  WithStarLosesOrder,     // WITH * reverses the rows
  WithAliasDropsNull,     // WITH x, y AS z drops the rows whose z is null
  LimitBeforeSkip,        // LIMIT is applied before a SKIP that is computed
  SetSeenTooEarly,        // a property projected just before SET shows the value set
  // Planted in match*.cpp: patterns.
  UniquenessAcrossParts,  // a part that starts with a left arrow may repeat relationships
  MirroredTypeIgnored,    // the type of an anonymous relationship is ignored with a left arrow
  // Planted in write*.cpp: clauses that write.
  DeleteReusedId,         // deleting what is deleted already deletes the newest isolated node
  MergeStaleView,         // after a deletion, MERGE does not see what the statement created
  ForeachEmptyRunsOnce,   // FOREACH over [] runs once, with null
  SetEmptyMapClears,      // SET x += {} removes all properties
  RemoveTwiceTakesMore,   // removing a missing property removes the first other one
  DetachDeleteSkips,      // DETACH DELETE leaves nodes that have no relationship
  DeleteCreatedSurvives,  // a node created and deleted by one statement stays
  // Planted in targets/child/faulty_canary.cpp: the process.
  CrashMergeDelete,    // MERGE and DELETE in one statement end the process
  HangUnwindOptional,  // OPTIONAL MATCH in a statement with UNWIND never ends
  LeakSubquery,        // a statement with a subquery expression keeps a megabyte
  Count_,              // how many there are
};

struct BugRow {
  Bug bug;
  std::string_view name;         // "null-xor"
  std::string_view description;  // one sentence
  std::string_view rule;         // the rule that should reveal it; of the last three, the oracle
};
std::span<const BugRow> all_bugs();        // that answer wrongly, in the order of the enumerators
std::span<const BugRow> plantable_bugs();  // with those that need a process
std::optional<Bug> find_bug(std::string_view name);

class BugSet {
 public:
  bool has(Bug bug) const { return bits_[static_cast<std::size_t>(bug)]; }
  void plant(Bug bug) { bits_.set(static_cast<std::size_t>(bug)); }
  void remove(Bug bug) { bits_.reset(static_cast<std::size_t>(bug)); }
  bool empty() const { return bits_.none(); }
  bool operator==(const BugSet&) const = default;

 private:
  std::bitset<static_cast<std::size_t>(Bug::Count_)> bits_;
};
BugSet every_bug();  // that answers wrongly
// Whether one of them ends, blocks or bloats the process.
bool needs_process(const BugSet& bugs);

// "null-xor,with-star-loses-order"; empty: every_bug(). Throws Error for an unknown name.
BugSet bugs_named(std::string_view names);
std::string names_of(const BugSet& bugs);

}  // namespace dinkel
