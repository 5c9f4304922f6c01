// What the files that make patterns share: names and values drawn from the case's vocabulary.
#pragma once

#include <string>

#include "generate/build.h"
#include "generate/expressions.h"

namespace dinkel {

Direction draw_direction(Generator& g);
std::string draw_label(Generator& g);
std::string draw_relationship_type(Generator& g);
PropertyKey draw_property_key(Generator& g);
Type property_value_type(const PropertyKey& key);

// The value of a property in a pattern; some dialects allow less there than elsewhere.
Expr make_pattern_value(Generator& g, Type type);

// A name as $('name') or $($p), where the dialect has that; else, and mostly, the name itself.
LabelExpr make_written_label(Generator& g, std::string name);
// What a pattern that is matched asks for: the name, or a label expression around it.
LabelExpr make_matched_labels(Generator& g, std::string name);
LabelExpr make_matched_types(Generator& g, std::string name);

}  // namespace dinkel
