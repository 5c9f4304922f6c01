// An edit: one small change to a statement that makes it simpler. A function that knows edits walks
// the statement and asks `point.here(id)` at each place that it could change; exactly one of the
// places answers yes. So one function both counts its edits and makes them, and the two cannot
// disagree.
//
// An edit is known by the number of its node and its place among the edits there: the same edit can
// be made in another statement that holds a node of that number, which is how a statement and its
// rewritten form shrink together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "cypher/ast.h"

namespace dinkel {

struct EditLabel {
  std::uint32_t node = 0;
  int place = 0;
  bool operator==(const EditLabel&) const = default;
};

class EditPoint {
 public:
  explicit EditPoint(std::size_t number) : left_(number) {}
  explicit EditPoint(EditLabel label) : label_(label) {}

  // True once: the caller makes its edit, and walks on as it likes.
  bool here(std::uint32_t node) {
    if (done_) return false;
    const EditLabel label{node, places_[node]++};
    if (label_ ? !(label == *label_) : left_-- > 0) return false;
    done_ = true;
    made_ = label;
    return true;
  }
  bool done() const { return done_; }
  EditLabel made() const { return made_; }

 private:
  std::size_t left_ = 0;
  std::optional<EditLabel> label_;
  std::map<std::uint32_t, int> places_;
  bool done_ = false;
  EditLabel made_;
};

// The families of edits, from coarse to fine.
void edit_clauses(Statement& statement, EditPoint& point);      // drop, unwrap, simplify the kind
void edit_patterns(Statement& statement, EditPoint& point);     // parts, hops, labels, properties
void edit_projections(Statement& statement, EditPoint& point);  // items, ORDER BY, WHERE, ...
void edit_expressions(Statement& statement, EditPoint& point);  // by null, a child, fewer parts
void edit_literals(Statement& statement, EditPoint& point);     // smaller numbers, texts, lists

}  // namespace dinkel
