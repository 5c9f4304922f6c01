// Guards: named predicates over a site, each with the reason why a rule would be wrong without it.
// Every guard has a test that turns it off and expects the interpreter to notice.
#pragma once

#include <span>

#include "rewrite/rule.h"

namespace dinkel {

namespace guards {

// Clause sites.
extern const Guard outside_foreach;       // a reading clause may stand here
extern const Guard not_before_import;     // not in front of the importing WITH
extern const Guard not_taken_for_import;  // WITH * at the start of CALL { } imports
extern const Guard not_pattern_only;      // EXISTS { pattern } holds a pattern and nothing else
extern const Guard read_allowed;          // not between a write and the WITH that must follow
extern const Guard write_allowed;         // not inside EXISTS, COUNT, COLLECT
extern const Guard write_before_clause;   // what follows is no read
extern const Guard not_seen_by_star;      // no later * sees a new variable
extern const Guard match_after_optional;  // dialects that forbid MATCH after OPTIONAL MATCH
extern const Guard unit_subquery;         // the dialect has CALL { } without RETURN
extern const Guard returning_subquery;    // the dialect has CALL { ... RETURN }
extern const Guard has_match;
extern const Guard has_create;
extern const Guard has_with;
extern const Guard has_foreach;
extern const Guard has_optional_match;
extern const Guard has_unwind;
extern const Guard has_set_add_map;
extern const Guard has_delete;
extern const Guard has_detach_delete;
extern const Guard plain_projection;  // no DISTINCT, no aggregation
extern const Guard no_where_yet;
extern const Guard no_path_bound;        // a mirrored path is another path
extern const Guard no_list_bound;        // nor is a mirrored list of relationships the same list
extern const Guard pattern_cannot_fail;  // an error would come earlier, or at all
extern const Guard ids_not_observed;
extern const Guard deleted_again_allowed;  // the dialect lets a deleted variable be deleted
extern const Guard writes_not_limited;     // no LIMIT above: engines differ on how much is written
extern const Guard not_seen_after;         // the same, for a variable that the clause itself adds
extern const Guard order_not_cut;          // not between an ORDER BY and what may rely on it
extern const Guard entities_alive;         // no DELETE that could have taken the entity
extern const Guard scope_not_empty;        // WITH * of nothing
extern const Guard relationships_named;    // targets that only look for the unnamed ones

// Expression sites.
extern const Guard not_grouping;     // grouping keys and aggregates stay as they are
extern const Guard accepts_boolean;  // null becomes a boolean null
extern const Guard accepts_number;
extern const Guard integer_only;
extern const Guard float_only;
extern const Guard not_smallest_integer;  // -(-x) overflows for the smallest
extern const Guard list_not_null;         // null + [] is null in some engines, [] in others
extern const Guard nesting_allowed;       // some parsers are exponential in nested parentheses
extern const Guard has_power;
extern const Guard not_a_pattern;  // a pattern is a predicate, not a value
extern const Guard has_case;
extern const Guard has_string_concatenation;
extern const Guard has_list_concatenation;
extern const Guard has_xor;

// Past the paper (guards_form.cpp).
extern const Guard has_repeated_node;
extern const Guard has_variable_length;
extern const Guard has_path_variable;
extern const Guard has_label_predicate;
extern const Guard has_property_map;
extern const Guard has_call_scope;
extern const Guard has_set_property;
extern const Guard has_remove_property;
extern const Guard has_skip;
extern const Guard has_limit;
extern const Guard has_order_by;
extern const Guard has_union_all;
extern const Guard multiplicity_kept;
extern const Guard stays_unlimited;
extern const Guard pattern_self_contained;
extern const Guard one_part_walks;
extern const Guard creation_reads_nothing;
extern const Guard next_creation_independent;
extern const Guard values_read_nothing;
extern const Guard items_apart;
extern const Guard column_not_null;
extern const Guard has_count_subquery;
extern const Guard has_exists_subquery;
extern const Guard has_collect_subquery;
extern const Guard has_pattern_comprehension;
extern const Guard has_parameters;
extern const Guard has_case_simple;
extern const Guard has_coalesce;
extern const Guard has_head;
extern const Guard operands_work;
extern const Guard operands_not_patterns;

}  // namespace guards

// Those that some rule asks, in the order of the catalogue.
std::span<const Guard* const> all_guards();

}  // namespace dinkel
