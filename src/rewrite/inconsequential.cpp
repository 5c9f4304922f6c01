// Inconsequential Supersession: the same clause in another form, or with something that does
// nothing.
#include <algorithm>

#include "generate/build.h"
#include "rewrite/clause_rules.h"

namespace dinkel {

namespace {

bool apply_optional_match(ClauseSite& site, RuleTools& tools) {
  std::optional<PatternPart> part = tools.new_pattern(site.context);
  if (!part.has_value()) return false;
  Match added;
  added.optional = true;
  added.pattern.push_back(*std::move(part));
  insert_before(site, {clause_of(std::move(added))}, tools);
  return true;
}

bool apply_where_true(ClauseSite& site, RuleTools& tools) {
  std::get<Match>(site.clause().node).where = boolean_expr(true);
  tools.number_new(site.clause());
  return true;
}

bool apply_mirror(ClauseSite& site, RuleTools& /*tools*/) {
  for (PatternPart& part : std::get<Match>(site.clause().node).pattern) mirror(part);
  return true;
}

bool has_hop(const ClauseSite& site) {
  const auto* clause = std::get_if<Match>(&site.clause().node);
  return clause != nullptr &&
         std::any_of(clause->pattern.begin(), clause->pattern.end(),
                     [](const PatternPart& part) { return part.elements.size() > 1; });
}

bool apply_detach(ClauseSite& site, RuleTools& /*tools*/) {
  std::get<Delete>(site.clause().node).detach = true;
  return true;
}

bool is_plain_delete(const ClauseSite& site) {
  const auto* clause = std::get_if<Delete>(&site.clause().node);
  return clause != nullptr && !clause->detach;
}

bool apply_with_star(ClauseSite& site, RuleTools& tools) {
  With with;
  with.projection.star = true;
  insert_before(site, {clause_of(std::move(with))}, tools);
  return true;
}

}  // namespace

std::vector<ClauseRule> inconsequential_rules() {
  using namespace guards;
  return {
      {"optional-match-new-pattern",
       Strategy::InconsequentialSupersession,
       "R",
       "C",
       "OPTIONAL MATCH <new pattern> C",
       {&has_optional_match, &match_after_optional, &outside_foreach, &not_before_import,
        &not_pattern_only, &read_allowed, &order_not_cut},
       "paper, clause table, row 3",
       "MATCH (n) RETURN n",
       any_clause,
       apply_optional_match},
      {"where-true",
       Strategy::InconsequentialSupersession,
       "R",
       "MATCH x",
       "MATCH x WHERE true",
       {&no_where_yet},
       "paper, clause table, row 7",
       "MATCH (n) RETURN n",
       is_clause<Match>,
       apply_where_true},
      {"mirror-pattern",
       Strategy::InconsequentialSupersession,
       "R",
       "MATCH x",
       "MATCH <mirror(x)>",
       {&no_path_bound, &no_list_bound, &pattern_self_contained, &pattern_cannot_fail},
       "paper, clause table, row 8",
       "MATCH (n)-[:R]->(m) RETURN n, m",
       has_hop,
       apply_mirror},
      {"detach-delete",
       Strategy::InconsequentialSupersession,
       "W",
       "DELETE x",
       "DETACH DELETE x",
       {&has_detach_delete},
       "paper, clause table, row 15",
       "MATCH ()-[r]->() DELETE r",
       is_plain_delete,
       apply_detach},
      {"with-star",
       Strategy::InconsequentialSupersession,
       "A",
       "C",
       "WITH * C",
       {&outside_foreach, &not_before_import, &not_taken_for_import, &not_pattern_only,
        &scope_not_empty, &order_not_cut, &relationships_named, &has_with},
       "paper, clause table, row 16",
       "MATCH (n) RETURN n",
       any_clause,
       apply_with_star},
  };
}

}  // namespace dinkel
