// Writes in another form: what one clause writes, several write, and the other way round.
//
// A clause writes row by row. To write all rows of the first half before the first row of the
// second gives the same graph if neither half reads what is written, and if no property is written
// by both through different variables.
#include <algorithm>

#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

// ---- CREATE -------------------------------------------------------------------------------------

bool creates_parts(const ClauseSite& site) {
  const auto* clause = std::get_if<Create>(&site.clause().node);
  return clause != nullptr && clause->pattern.size() > 1;
}

bool apply_split_create(ClauseSite& site, RuleTools& tools) {
  Pattern& pattern = std::get<Create>(site.clause().node).pattern;
  const auto middle =
      pattern.begin() + static_cast<std::ptrdiff_t>(1 + tools.rng().below(pattern.size() - 1));
  Create second;
  second.pattern.assign(std::make_move_iterator(middle), std::make_move_iterator(pattern.end()));
  pattern.erase(middle, pattern.end());
  insert_after(site, {clause_of(std::move(second))}, tools);
  return true;
}

bool creates_twice(const ClauseSite& site) {
  return is_clause<Create>(site) && next_clause<Create>(site) != nullptr;
}

bool apply_join_creates(ClauseSite& site, RuleTools& /*tools*/) {
  Pattern& first = std::get<Create>(site.clause().node).pattern;
  Pattern& second = next_clause<Create>(site)->pattern;
  std::move(second.begin(), second.end(), std::back_inserter(first));
  erase_next(site);
  return true;
}

bool is_long_path(const PatternPart& part) {
  return part.path_variable.empty() && part.elements.size() > 3;
}
bool creates_long_path(const ClauseSite& site) {
  const auto* clause = std::get_if<Create>(&site.clause().node);
  return clause != nullptr &&
         std::any_of(clause->pattern.begin(), clause->pattern.end(), is_long_path);
}

// CREATE (a)-[:R]->(b)-[:S]->(c) => CREATE (a)-[:R]->(b), (b)-[:S]->(c)
bool apply_create_stepwise(ClauseSite& site, RuleTools& tools) {
  Pattern& pattern = std::get<Create>(site.clause().node).pattern;
  const auto part = std::find_if(pattern.begin(), pattern.end(), is_long_path);
  std::vector<PatternElement>& elements = part->elements;
  auto& node = std::get<NodePattern>(elements[2].node);
  if (node.variable.empty()) node.variable = tools.fresh_name("n");
  NodePattern again;
  again.variable = node.variable;
  PatternPart rest;
  rest.elements.push_back({std::move(again)});
  std::move(elements.begin() + 3, elements.end(), std::back_inserter(rest.elements));
  elements.erase(elements.begin() + 3, elements.end());
  pattern.insert(part + 1, std::move(rest));
  tools.number_new(site.clause());
  return true;
}

// ---- FOREACH ------------------------------------------------------------------------------------

bool binds_nothing(const Pattern& pattern, const QueryContext& context) {
  const std::vector<std::string> names = variables_of(pattern);
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return context.find(name) != nullptr; });
}

// No MERGE: it may find several matches, and FOREACH would keep one row.
bool is_update_without_names(const ClauseSite& site) {
  if (is_clause<Set>(site) || is_clause<Remove>(site)) return true;
  const auto* create = std::get_if<Create>(&site.clause().node);
  return create != nullptr && binds_nothing(create->pattern, site.context);
}

bool apply_foreach_once(ClauseSite& site, RuleTools& tools) {
  Foreach loop;
  loop.variable = tools.fresh_name("i");
  ListLiteral list;
  list.items.push_back(integer_expr(tools.rng().between(0, 9)));
  loop.list = expr_of(std::move(list));
  loop.body.push_back(std::move(site.clause()));
  site.clause() = clause_of(std::move(loop));
  tools.number_new(site.clause());
  return true;
}

// ---- DELETE -------------------------------------------------------------------------------------

bool deletes_several(const ClauseSite& site) {
  const auto* clause = std::get_if<Delete>(&site.clause().node);
  return clause != nullptr && clause->detach && clause->targets.size() > 1 &&
         names_variables(*clause);
}

bool apply_split_delete(ClauseSite& site, RuleTools& tools) {
  auto& first = std::get<Delete>(site.clause().node);
  Delete second;
  second.detach = true;
  second.targets.push_back(std::move(first.targets.back()));
  first.targets.pop_back();
  insert_after(site, {clause_of(std::move(second))}, tools);
  return true;
}

}  // namespace

std::vector<ClauseRule> write_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::WriteForm;
  return {
      {"split-create",
       form,
       "W",
       "CREATE x, y",
       "CREATE x CREATE y",
       {&creation_reads_nothing, &ids_not_observed},
       "past the paper",
       "CREATE (a:A), (b:B) RETURN a, b",
       creates_parts,
       apply_split_create},
      {"join-creates",
       form,
       "W",
       "CREATE x CREATE y",
       "CREATE x, y",
       {&creation_reads_nothing, &next_creation_independent, &ids_not_observed},
       "past the paper",
       "CREATE (a:A) CREATE (b:B) RETURN a, b",
       creates_twice,
       apply_join_creates},
      {"create-stepwise",
       form,
       "W",
       "CREATE (a)-[:R]->(b)-[:S]->(c)",
       "CREATE (a)-[:R]->(b), (b)-[:S]->(c)",
       {&creation_reads_nothing, &not_seen_after, &ids_not_observed},
       "past the paper",
       "CREATE (a)-[:R]->()-[:S]->(c) RETURN a",
       creates_long_path,
       apply_create_stepwise},
      {"foreach-once",
       form,
       "W",
       "C",
       "FOREACH (i IN [1] | C)",
       {&has_foreach},
       "past the paper",
       "MATCH (n) SET n.a = 1",
       is_update_without_names,
       apply_foreach_once},
      {"split-detach-delete",
       form,
       "W",
       "DETACH DELETE x, y",
       "DETACH DELETE x DETACH DELETE y",
       {&deleted_again_allowed},
       "past the paper",
       "MATCH (n)-[r]->(m) DETACH DELETE n, m",
       deletes_several,
       apply_split_delete},
  };
}

}  // namespace dinkel
