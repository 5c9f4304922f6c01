// The elements of the patterns of a MATCH that rules may change: those of plain paths. A shortest
// path looks at its elements while it searches, and those of a group stand for many.
#pragma once

#include <algorithm>
#include <vector>

#include "rewrite/inspect.h"
#include "rewrite/tools.h"

namespace dinkel {

template <typename Element>
std::vector<Element*> plain_elements(const ClauseSite& site, bool (*fits)(const Element&)) {
  std::vector<Element*> found;
  auto* clause = std::get_if<Match>(&site.clause().node);
  if (clause == nullptr) return found;
  for (PatternPart& part : clause->pattern) {
    if (!is_plain(part)) continue;
    for (PatternElement& element : part.elements) {
      auto* candidate = std::get_if<Element>(&element.node);
      if (candidate != nullptr && fits(*candidate)) found.push_back(candidate);
    }
  }
  return found;
}

template <typename Element>
Element& pick_element(const ClauseSite& site, bool (*fits)(const Element&), RuleTools& tools) {
  const std::vector<Element*> found = plain_elements<Element>(site, fits);
  CHECK(!found.empty(), "a rule was applied where it cannot be");
  return *found[tools.rng().below(found.size())];
}

inline bool has_quantifier(const Pattern& pattern) {
  return std::any_of(pattern.begin(), pattern.end(), [](const PatternPart& part) {
    return std::any_of(part.elements.begin(), part.elements.end(), [](const PatternElement& e) {
      const auto* relationship = std::get_if<RelationshipPattern>(&e.node);
      return relationship == nullptr ? std::holds_alternative<PathGroup>(e.node)
                                     : relationship->quantifier.has_value();
    });
  });
}

}  // namespace dinkel
