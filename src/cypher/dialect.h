// Dialect: what a target can do. It is data: the generator never writes, and the rewriter never
// introduces, what the dialect lacks. Targets load theirs from dialect.toml; `full_dialect()` is
// the language of the reference interpreter.
//
// Features and deviations have names that appear in dialect files and are for ever.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

enum class Feature {
  // clauses
  Match,
  OptionalMatch,
  MatchAfterOptionalMatch,
  Create,
  Merge,
  MergeActions,
  SetProperty,
  SetReplaceMap,
  SetAddMap,
  SetLabels,
  RemoveProperty,
  RemoveLabels,
  Delete,
  DetachDelete,
  DeleteDeleted,  // DELETE of what is deleted already is allowed
  Unwind,
  With,
  WithStarOfNothing,  // WITH * where no variable is in scope
  OrderBy,
  Skip,
  Limit,
  Distinct,
  ReturnStar,
  Union,
  UnionAll,
  Foreach,
  CallUnit,            // CALL { } without RETURN
  CallReturning,       // CALL { ... RETURN }
  CallImportWith,      // CALL { WITH x ... }
  CallImportStar,      // CALL { WITH * ... }
  CallScope,           // CALL (x) { ... }
  CallLeadingWith,     // CALL { WITH 1 AS x ... }: a first WITH that imports nothing
  CallInTransactions,  // CALL { ... } IN TRANSACTIONS
  OptionalCall,        // OPTIONAL CALL { ... }
  PatternInMerge,      // patterns and subqueries in the expressions of MERGE
  DynamicSet,          // SET n[k] = v, REMOVE n[k]
  CreateIndex,
  CreateIndexLegacy,
  NamedIndex,  // with IF NOT EXISTS and DROP INDEX name
  IndexKinds,  // CREATE RANGE INDEX, TEXT, POINT, ...
  RelationshipIndex,
  UniqueConstraint,
  ExistenceConstraint,  // IS NOT NULL, IS NODE KEY, IS :: type
  ConstraintLegacy,     // CREATE CONSTRAINT ON (n:L) ASSERT ...
  Parameters,
  // patterns
  LabelConjunction,  // :A:B
  LabelExpression,   // :A|B, :!A, :A&B
  TypeAlternatives,  // [:R|S]
  VariableLength,
  PathVariable,
  InlineNodeWhere,
  InlineRelationshipWhere,
  PropertyMap,
  UndirectedRelationship,
  QuantifiedPath,
  ShortestPath,
  RepeatedNode,          // (x)-->(x) in one pattern part
  PatternInPropertyMap,  // (n {k: [(a)-->(b) | 1]})
  PropertyMapParameter,  // CREATE (n $p)
  PathSelector,          // SHORTEST 2 (a)-->+(b)
  DynamicLabel,          // (n:$(expr))
  // expressions
  ListComprehension,
  PatternComprehension,
  PatternPredicate,
  Quantifier,
  Reduce,
  CaseSimple,
  CaseSearched,
  ExistsSubquery,
  CountSubquery,
  CollectSubquery,
  MapProjection,
  LabelPredicate,
  TypePredicate,  // IS :: INTEGER
  RegexMatch,
  ChainedComparison,
  Xor,
  Power,
  Modulo,
  ListSlice,
  DynamicProperty,    // n['k']
  ListConcatenation,  // [1] + [2]
  StringConcatenation,
  ConcatOperator,  // 'a' || 'b'
  // literals
  NaNLiteral,
  InfinityLiteral,
  MapLiteral,
  HugeIntegers,  // both ends of int64
  StringEscapes,
  // values
  TemporalTypes,
  DurationType,
  PointType,
  Count_,
};

constexpr std::size_t feature_count = static_cast<std::size_t>(Feature::Count_);

std::string_view to_text(Feature feature);  // "optional-match"
std::optional<Feature> feature_named(std::string_view name);

// Where a target deviates from Cypher by design; rules and oracles are guarded by these.
enum class Deviation {
  UnreferencedRelationshipExists,  // a relationship that nothing references is only checked to
                                   // exist
  DeleteDetaches,                  // DELETE of a node deletes its relationships
  OverflowWraps,                   // integer overflow wraps instead of failing
  LimitKeepsWriting,               // LIMIT does not stop (or does stop) the writes below it
  IntegerPowerIsInteger,           // 2 ^ 2 is an integer
  DivisionByZeroIsNull,            // 1 / 0 is null or a float
  NullListConcatenation,           // null + [] is not null
  Count_,
};
constexpr std::size_t deviation_count = static_cast<std::size_t>(Deviation::Count_);
std::string_view to_text(Deviation deviation);
std::optional<Deviation> deviation_named(std::string_view name);

struct Dialect {
  std::string name = "reference";
  std::bitset<feature_count> features;
  std::bitset<deviation_count> deviations;
  // Functions that the target lacks or that must not be generated, by lower-case name. "trim/2"
  // is lacking with 2 arguments or more.
  std::vector<std::string> missing_functions;
  // Overloads that it lacks while it has others of the same name: rows of all_functions(). Empty:
  // none.
  std::vector<bool> missing_overloads;
  int max_nesting = 12;  // of expressions; some parsers are exponential in it
  // Prefixes of a query that change its plan, not its answer: "CYPHER runtime=legacy".
  std::vector<std::string> plan_switches;

  bool has(Feature feature) const { return features[static_cast<std::size_t>(feature)]; }
  bool deviates(Deviation deviation) const {
    return deviations[static_cast<std::size_t>(deviation)];
  }
  void remove(Feature feature) { features.reset(static_cast<std::size_t>(feature)); }
  bool has_function(std::string_view name) const;
  std::size_t max_arguments(std::string_view name) const;
  bool has_overload(std::size_t row) const {
    return row >= missing_overloads.size() || !missing_overloads[row];
  }
};

const Dialect& full_dialect();

}  // namespace dinkel
