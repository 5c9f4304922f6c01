// Patterns in another form: cut, reordered, read from the other end, with names where there were
// none. All of these let a planner start somewhere else.
#include <algorithm>

#include "cypher/walk.h"
#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/inspect.h"
#include "rewrite/pattern_elements.h"

namespace dinkel {

namespace {

// ---- Parts --------------------------------------------------------------------------------------

struct Cut {
  std::size_t part;
  std::size_t element;  // an inner node of the part
};

// Where a path can be cut: at a node between two steps, if nobody asks for the path as a whole.
std::vector<Cut> cuts(const Pattern& pattern) {
  std::vector<Cut> found;
  for (std::size_t p = 0; p < pattern.size(); ++p) {
    const PatternPart& part = pattern[p];
    if (!is_plain(part) || !part.path_variable.empty()) continue;
    for (std::size_t e = 1; e + 1 < part.elements.size(); ++e) {
      if (std::holds_alternative<NodePattern>(part.elements[e].node)) found.push_back({p, e});
    }
  }
  return found;
}

bool has_cut(const ClauseSite& site) {
  const auto* clause = std::get_if<Match>(&site.clause().node);
  return clause != nullptr && !cuts(clause->pattern).empty();
}

bool cut_path(ClauseSite& site, RuleTools& tools, Pattern& pattern) {
  const std::vector<Cut> places = cuts(pattern);
  const Cut cut = places[tools.rng().below(places.size())];
  std::vector<PatternElement>& elements = pattern[cut.part].elements;
  auto& node = std::get<NodePattern>(elements[cut.element].node);
  if (node.variable.empty()) node.variable = tools.fresh_name("n");
  NodePattern again;
  again.variable = node.variable;
  PatternPart rest;
  rest.elements.push_back({std::move(again)});
  const auto first = elements.begin() + static_cast<std::ptrdiff_t>(cut.element) + 1;
  std::move(first, elements.end(), std::back_inserter(rest.elements));
  elements.erase(first, elements.end());
  pattern.insert(pattern.begin() + static_cast<std::ptrdiff_t>(cut.part) + 1, std::move(rest));
  tools.number_new(site.clause());
  return true;
}

bool apply_split(ClauseSite& site, RuleTools& tools) {
  return cut_path(site, tools, std::get<Match>(site.clause().node).pattern);
}

bool has_parts(const ClauseSite& site) {
  const auto* clause = std::get_if<Match>(&site.clause().node);
  return clause != nullptr && clause->pattern.size() > 1;
}

bool apply_reorder(ClauseSite& site, RuleTools& tools) {
  Pattern& pattern = std::get<Match>(site.clause().node).pattern;
  const std::size_t first = tools.rng().below(pattern.size());
  const std::size_t step = 1 + tools.rng().below(pattern.size() - 1);
  std::swap(pattern[first], pattern[(first + step) % pattern.size()]);
  return true;
}

bool has_walks(const ClauseSite& site) {
  return has_parts(site) && std::any_of(std::get<Match>(site.clause().node).pattern.begin(),
                                        std::get<Match>(site.clause().node).pattern.end(), is_walk);
}

bool apply_mirror_part(ClauseSite& site, RuleTools& tools) {
  std::vector<PatternPart*> walks;
  for (PatternPart& part : std::get<Match>(site.clause().node).pattern) {
    if (is_walk(part)) walks.push_back(&part);
  }
  mirror(*walks[tools.rng().below(walks.size())]);
  return true;
}

// ---- Lengths ------------------------------------------------------------------------------------

bool is_single_step(const RelationshipPattern& relationship) {
  return relationship.variable.empty() && !relationship.length && !relationship.quantifier &&
         !relationship.properties && !relationship.where && are_plain_types(relationship.types);
}
bool is_length_one(const RelationshipPattern& relationship) {
  return relationship.variable.empty() && relationship.length && relationship.length->min == 1 &&
         relationship.length->max == 1;
}

// Quantified and variable-length relationships may not stand side by side.
bool has_single_step(const ClauseSite& site) {
  return !plain_elements<RelationshipPattern>(site, is_single_step).empty() &&
         !has_quantifier(std::get<Match>(site.clause().node).pattern);
}
bool has_length_one(const ClauseSite& site) {
  return !plain_elements<RelationshipPattern>(site, is_length_one).empty();
}

bool apply_to_variable_length(ClauseSite& site, RuleTools& tools) {
  pick_element<RelationshipPattern>(site, is_single_step, tools).length = Repetition{1, 1};
  return true;
}
bool apply_to_fixed_length(ClauseSite& site, RuleTools& tools) {
  pick_element<RelationshipPattern>(site, is_length_one, tools).length = std::nullopt;
  return true;
}

// ---- Names --------------------------------------------------------------------------------------

bool is_anonymous_node(const NodePattern& node) {
  return node.variable.empty();
}
bool is_anonymous_relationship(const RelationshipPattern& relationship) {
  return relationship.variable.empty();
}

bool apply_name_node(ClauseSite& site, RuleTools& tools) {
  pick_element<NodePattern>(site, is_anonymous_node, tools).variable = tools.fresh_name("n");
  return true;
}
bool apply_name_relationship(ClauseSite& site, RuleTools& tools) {
  pick_element<RelationshipPattern>(site, is_anonymous_relationship, tools).variable =
      tools.fresh_name("r");
  return true;
}

bool is_without_path(const PatternPart& part) {
  return is_plain(part) && part.path_variable.empty();
}
bool has_part_without_path(const ClauseSite& site) {
  const auto* clause = std::get_if<Match>(&site.clause().node);
  return clause != nullptr && !site.pattern_only &&
         std::any_of(clause->pattern.begin(), clause->pattern.end(), is_without_path);
}
bool apply_name_path(ClauseSite& site, RuleTools& tools) {
  std::vector<PatternPart*> parts;
  for (PatternPart& part : std::get<Match>(site.clause().node).pattern) {
    if (is_without_path(part)) parts.push_back(&part);
  }
  parts[tools.rng().below(parts.size())]->path_variable = tools.fresh_name("p");
  return true;
}

}  // namespace

void mirror(PatternPart& part) {
  std::reverse(part.elements.begin(), part.elements.end());
  for (PatternElement& element : part.elements) {
    auto* relationship = std::get_if<RelationshipPattern>(&element.node);
    if (relationship == nullptr || relationship->direction == Direction::Either) continue;
    relationship->direction =
        relationship->direction == Direction::Right ? Direction::Left : Direction::Right;
  }
}

std::vector<ClauseRule> pattern_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::PatternForm;
  return {
      {"split-path",
       form,
       "R",
       "MATCH (a)-[r]->(b)-[s]->(c)",
       "MATCH (a)-[r]->(b), (b)-[s]->(c)",
       {&not_seen_after, &has_repeated_node},
       "past the paper: GRev",
       "MATCH (a)-[:R]->()-[:S]->(c) RETURN a, c",
       has_cut,
       apply_split},
      {"reorder-parts",
       form,
       "R",
       "MATCH x, y",
       "MATCH y, x",
       {&pattern_self_contained, &pattern_cannot_fail},
       "past the paper: GRev",
       "MATCH (a:A), (b:B) RETURN a, b",
       has_parts,
       apply_reorder},
      {"mirror-part",
       form,
       "R",
       "MATCH x, y",
       "MATCH <mirror(x)>, y",
       {&no_path_bound, &no_list_bound, &pattern_self_contained, &pattern_cannot_fail},
       "past the paper: GRev",
       "MATCH (a)-[:R]->(b), (c) RETURN a, b, c",
       has_walks,
       apply_mirror_part},
      {"fixed-to-variable-length",
       form,
       "R",
       "MATCH (a)-[:R]->(b)",
       "MATCH (a)-[:R*1..1]->(b)",
       {&has_variable_length, &multiplicity_kept},
       "past the paper",
       "MATCH (a)-[:R]->(b) RETURN a, b",
       has_single_step,
       apply_to_variable_length},
      {"variable-to-fixed-length",
       form,
       "R",
       "MATCH (a)-[:R*1..1]->(b)",
       "MATCH (a)-[:R]->(b)",
       {&multiplicity_kept},
       "past the paper",
       "MATCH (a)-[:R*1..1]->(b) RETURN a, b",
       has_length_one,
       apply_to_fixed_length},
      {"name-node",
       form,
       "R",
       "MATCH ()-[r]->(b)",
       "MATCH (i)-[r]->(b)",
       {&not_seen_after},
       "past the paper",
       "MATCH ()-[r]->(b) RETURN r",
       [](const ClauseSite& site) {
         return !plain_elements<NodePattern>(site, is_anonymous_node).empty();
       },
       apply_name_node},
      {"name-relationship",
       form,
       "R",
       "MATCH (a)-[:R]->(b)",
       "MATCH (a)-[i:R]->(b)",
       {&not_seen_after, &multiplicity_kept},
       "past the paper",
       "MATCH (a)-[:R]->(b) RETURN a",
       [](const ClauseSite& site) {
         return !plain_elements<RelationshipPattern>(site, is_anonymous_relationship).empty();
       },
       apply_name_relationship},
      {"name-path",
       form,
       "R",
       "MATCH x",
       "MATCH i = x",
       {&not_seen_after, &multiplicity_kept, &has_path_variable},
       "past the paper",
       "MATCH (a)-[:R]->(b) RETURN a",
       has_part_without_path,
       apply_name_path},
  };
}

}  // namespace dinkel
