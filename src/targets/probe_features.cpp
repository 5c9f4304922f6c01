// One probe for each feature and deviation of cypher/dialect.h, and for operators and literals that
// no feature names.
#include <fmt/format.h>

#include <array>

#include "cypher/dialect.h"
#include "targets/probe.h"

namespace dinkel {
namespace {

struct FeatureProbe {
  Feature feature;
  const char* statement;
  bool writes = false;
};

const FeatureProbe clause_probes[] = {
    {Feature::Match, "MATCH (n:A) RETURN n.k AS x"},
    {Feature::OptionalMatch, "MATCH (n:A) OPTIONAL MATCH (n)-[:R]->(m) RETURN n.k AS x, m.k AS y"},
    {Feature::MatchAfterOptionalMatch,
     "OPTIONAL MATCH (n:B) MATCH (m:A) RETURN n.k AS x, m.k AS y"},
    {Feature::Create, "CREATE (n:A {k: 5})-[r:R {w: 1}]->(m:B {k: 6})", true},
    {Feature::Merge, "MERGE (n:A {k: 7})", true},
    {Feature::MergeActions,
     "MERGE (n:A {k: 1}) ON CREATE SET n.s = 'created' ON MATCH SET n.s = 'matched'", true},
    {Feature::SetProperty, "MATCH (n:B) SET n.k = 9 RETURN n.k AS x", true},
    {Feature::SetReplaceMap, "MATCH (n:B) SET n = {k: 8} RETURN n.s AS x", true},
    {Feature::SetAddMap, "MATCH (n:B) SET n += {k: 8} RETURN n.s AS x", true},
    {Feature::SetLabels, "MATCH (n:B) SET n:C", true},
    {Feature::RemoveProperty, "MATCH (n:B) REMOVE n.k RETURN n.k AS x", true},
    {Feature::RemoveLabels, "MATCH (n:B) REMOVE n:B", true},
    {Feature::Delete, "MATCH ()-[r:S]->(n) DELETE r, n", true},
    {Feature::DetachDelete, "MATCH (n:B) DETACH DELETE n", true},
    {Feature::DeleteDeleted, "MATCH (n:B) DETACH DELETE n, n", true},
    {Feature::Unwind, "UNWIND [1, 2] AS x RETURN x"},
    {Feature::With, "MATCH (n:A) WITH n.k AS x WHERE x > 1 RETURN x"},
    {Feature::WithStarOfNothing, "WITH * RETURN 1 AS x"},
    {Feature::OrderBy, "MATCH (n) RETURN n.k AS x ORDER BY x DESC"},
    {Feature::Skip, "MATCH (n) RETURN n.k AS x ORDER BY x SKIP 1"},
    {Feature::Limit, "MATCH (n) RETURN n.k AS x ORDER BY x LIMIT 2"},
    {Feature::Distinct, "UNWIND [1, 1, 2] AS x RETURN DISTINCT x"},
    {Feature::ReturnStar, "MATCH (n:B) RETURN *"},
    {Feature::Union, "RETURN 1 AS x UNION RETURN 1 AS x"},
    {Feature::UnionAll, "RETURN 1 AS x UNION ALL RETURN 1 AS x"},
    {Feature::Foreach, "MATCH (n:B) FOREACH (x IN [1, 2] | SET n.k = x)", true},
    {Feature::CallUnit, "MATCH (n:B) CALL { CREATE (:C {k: 1}) } RETURN n.k AS x", true},
    {Feature::CallReturning, "CALL { MATCH (n:B) RETURN n.k AS x } RETURN x"},
    {Feature::CallImportWith,
     "MATCH (n:B) CALL { WITH n MATCH (n)-->(m) RETURN m.k AS x } RETURN x"},
    {Feature::CallImportStar,
     "MATCH (n:B) CALL { WITH * MATCH (n)-->(m) RETURN m.k AS x } RETURN x"},
    {Feature::CallScope, "MATCH (n:B) CALL (n) { MATCH (n)-->(m) RETURN m.k AS x } RETURN x"},
    {Feature::CallLeadingWith, "CALL { WITH 1 AS x RETURN x } RETURN x"},
    {Feature::CallInTransactions, "CALL { CREATE (:A {k: 1}) } IN TRANSACTIONS", true},
    {Feature::OptionalCall,
     "MATCH (n:B) OPTIONAL CALL (n) { MATCH (n)-->(m) RETURN m.k AS x } RETURN x"},
    {Feature::PatternInMerge, "MATCH (n:B) MERGE (m:A {k: size([(n)-->(o) | 1])})", true},
    {Feature::DynamicSet, "MATCH (n:B) SET n['k'] = 4", true},
    {Feature::NamedIndex, "CREATE INDEX probe_index IF NOT EXISTS FOR (n:A) ON (n.k)", true},
    {Feature::IndexKinds, "CREATE TEXT INDEX FOR (n:A) ON (n.s)", true},
    {Feature::RelationshipIndex, "CREATE INDEX FOR ()-[r:R]-() ON (r.w)", true},
    {Feature::ExistenceConstraint, "CREATE CONSTRAINT FOR (n:A) REQUIRE n.k IS NOT NULL", true},
    {Feature::ConstraintLegacy, "CREATE CONSTRAINT ON (n:A) ASSERT n.k IS UNIQUE", true},
    {Feature::Parameters, "RETURN $p.k AS x"},
    {Feature::CreateIndex, "CREATE INDEX FOR (n:A) ON (n.k)", true},
    {Feature::CreateIndexLegacy, "CREATE INDEX ON :A(k)", true},
    {Feature::UniqueConstraint,
     "CREATE CONSTRAINT probe_constraint FOR (n:A) REQUIRE n.k IS UNIQUE", true},
};

const FeatureProbe pattern_probes[] = {
    {Feature::LabelConjunction, "MATCH (n:A:B) RETURN n.k AS x"},
    {Feature::LabelExpression, "MATCH (n:A|B) RETURN n.k AS x"},
    {Feature::TypeAlternatives, "MATCH (n)-[r:R|S]->(m) RETURN r.w AS x"},
    {Feature::VariableLength, "MATCH (n:A)-[*1..2]->(m) RETURN m.k AS x"},
    {Feature::PathVariable, "MATCH p = (n:A)-[:R]->(m) RETURN p"},
    {Feature::InlineNodeWhere, "MATCH (n:A WHERE n.k > 1) RETURN n.k AS x"},
    {Feature::InlineRelationshipWhere, "MATCH (n)-[r WHERE r.w > 2]->(m) RETURN r.w AS x"},
    {Feature::PropertyMap, "MATCH (n {k: 1}) RETURN n.s AS x"},
    {Feature::UndirectedRelationship, "MATCH (n:A)--(m) RETURN m.k AS x"},
    {Feature::QuantifiedPath, "MATCH (n:A)(()-[]->()){1,2}(m) RETURN m.k AS x"},
    {Feature::ShortestPath,
     "MATCH p = shortestPath((n:A {k: 1})-[*]->(m:A {k: 3})) RETURN length(p) AS x"},
    {Feature::RepeatedNode, "MATCH (n)-->(n) RETURN n.k AS x"},
    {Feature::PatternInPropertyMap,
     "MATCH (n:B) MATCH (m {k: size([(n)-->(o) | 1])}) RETURN m.k AS x"},
    {Feature::PropertyMapParameter, "CREATE (n:A $p)", true},
    {Feature::PathSelector,
     "MATCH p = SHORTEST 1 (n:A {k: 1})-[]->+(m:A {k: 3}) RETURN length(p) AS x"},
    {Feature::DynamicLabel, "MATCH (n:$('A')) RETURN n.k AS x"},
};

const FeatureProbe expression_probes[] = {
    {Feature::ListComprehension, "RETURN [x IN [1, 2, 3] WHERE x > 1 | x * 2] AS x"},
    {Feature::PatternComprehension, "MATCH (n:A) RETURN [(n)-->(m) | m.k] AS x"},
    {Feature::PatternPredicate, "MATCH (n) WHERE (n)-[:R]->() RETURN n.k AS x"},
    {Feature::Quantifier, "RETURN all(x IN [1, 2] WHERE x > 0) AS x"},
    {Feature::Reduce, "RETURN reduce(a = 0, x IN [1, 2, 3] | a + x) AS x"},
    {Feature::CaseSimple, "RETURN CASE 1 WHEN 1 THEN 'a' ELSE 'b' END AS x"},
    {Feature::CaseSearched, "RETURN CASE WHEN 1 > 2 THEN 'a' ELSE 'b' END AS x"},
    {Feature::ExistsSubquery, "MATCH (n) WHERE EXISTS { (n)-[:R]->() } RETURN n.k AS x"},
    {Feature::CountSubquery, "MATCH (n) RETURN COUNT { (n)-->() } AS x"},
    {Feature::CollectSubquery,
     "MATCH (n:A) RETURN COLLECT { MATCH (n)-[:R]->(m) RETURN m.k } AS x"},
    {Feature::MapProjection, "MATCH (n:B) RETURN n {.k, y: 1} AS x"},
    {Feature::LabelPredicate, "MATCH (n) WHERE n:A RETURN n.k AS x"},
    {Feature::TypePredicate, "RETURN 1 IS :: INTEGER AS x"},
    {Feature::RegexMatch, "RETURN 'abc' =~ 'a.c' AS x"},
    {Feature::ChainedComparison, "RETURN 1 < 2 < 3 AS x, 3 > 2 > 2 AS y"},
    {Feature::Xor, "RETURN true XOR false AS x"},
    {Feature::Power, "RETURN 2 ^ 3 AS x"},
    {Feature::Modulo, "RETURN 7 % 3 AS x, -7 % 3 AS y"},
    {Feature::ListSlice, "RETURN [1, 2, 3][1..2] AS x, [1, 2, 3][-2..] AS y"},
    {Feature::DynamicProperty, "MATCH (n:B) RETURN n['k'] AS x"},
    {Feature::ListConcatenation, "RETURN [1] + [2] AS x"},
    {Feature::StringConcatenation, "RETURN 'a' + 'b' AS x"},
    {Feature::ConcatOperator, "RETURN 'a' || 'b' AS x"},
    {Feature::NaNLiteral, "RETURN NaN AS x"},
    {Feature::InfinityLiteral, "RETURN Infinity AS x, -Infinity AS y"},
    {Feature::MapLiteral, "RETURN {a: 1, b: {c: [1, null]}} AS x"},
    {Feature::HugeIntegers, "RETURN 9223372036854775807 AS x, -9223372036854775808 AS y"},
    {Feature::StringEscapes, R"(RETURN 'a\'b\\c\n\t\u00e9' AS x)"},
    {Feature::TemporalTypes,
     "RETURN date('2020-05-17') AS x, localtime('12:30') AS y, time('12:30+01:00') AS z, "
     "localdatetime('2020-05-17T12:30') AS u, datetime('2020-05-17T12:30Z') AS v"},
    {Feature::DurationType, "RETURN duration('P1Y2M3DT4H') AS x"},
    {Feature::PointType, "RETURN point({x: 1.5, y: 2.5}) AS x"},
};

struct DeviationProbe {
  Deviation deviation;
  const char* statement;
  bool writes = false;
};
const DeviationProbe deviation_probes[] = {
    {Deviation::UnreferencedRelationshipExists,
     "MATCH (a:A {k: 1}), (b:B) CREATE (a)-[:R {w: 5}]->(b) WITH a MATCH (a)-[:R]->(m) "
     "RETURN count(*) AS x",
     true},
    {Deviation::DeleteDetaches, "MATCH (n:B) DELETE n", true},
    {Deviation::OverflowWraps, "RETURN 9223372036854775807 + 1 AS x"},
    {Deviation::LimitKeepsWriting, "UNWIND [1, 2, 3] AS x CREATE (:A {k: x}) RETURN x LIMIT 0",
     true},
    {Deviation::IntegerPowerIsInteger, "RETURN 3 ^ 2 AS x"},
    {Deviation::DivisionByZeroIsNull, "RETURN 1 / 0 AS x"},
    {Deviation::NullListConcatenation, "RETURN null + [1] AS x"},
};

// Operators and literals by the expression that shows them.
constexpr std::array expressions = {
    "1 + 2.5",
    "5 - 7",
    "3 * 4",
    "7 / 2",
    "-7 / 2",
    "7.0 / 2",
    "- (1)",
    "1 = 1.0",
    "1 <> 2",
    "1 < 2",
    "2 <= 2",
    "'a' > 'b'",
    "2 >= 3",
    "1 < 'a'",
    "true AND null",
    "true OR null",
    "NOT null",
    "null IS NULL",
    "1 IS NOT NULL",
    "1 IN [1, 2]",
    "null IN [1]",
    "1 IN [null]",
    "'abc' STARTS WITH 'ab'",
    "'abc' ENDS WITH 'bc'",
    "'abc' CONTAINS 'b'",
    "[1, 2] = [1, 2]",
    "[1, null] = [1, 2]",
    "{a: 1} = {a: 1}",
    "[1, 2][0]",
    "[1, 2][-1]",
    "[1, 2][5]",
    "{a: 1}.a",
    "{a: 1}['b']",
    "'a' || 'b'",
    "[1] || [2]",
    "1 + 'a'",
    "'a' + 1",
    "[1] + 2",
    "null + 1",
    "null = null",
    "0x1F",
    "0o17",
    "1e3",
    ".5",
    "1.5E-3",
    "-0.0",
    "\"a\"",
    "true",
    "null",
    "[]",
    "{}",
    "[1, 'a', 2.5, [null]]",
};

}  // namespace

std::vector<Probe> feature_probes() {
  std::vector<Probe> probes;
  const auto add = [&](std::span<const FeatureProbe> table) {
    for (const FeatureProbe& row : table) {
      probes.push_back({std::string(to_text(row.feature)), row.statement, row.writes});
    }
  };
  add(clause_probes);
  add(pattern_probes);
  add(expression_probes);
  for (const DeviationProbe& row : deviation_probes) {
    probes.push_back({std::string(to_text(row.deviation)), row.statement, row.writes});
  }
  for (const char* expression : expressions) {
    probes.push_back(
        {fmt::format("expression {}", expression), fmt::format("RETURN {} AS x", expression)});
  }
  return probes;
}

}  // namespace dinkel
