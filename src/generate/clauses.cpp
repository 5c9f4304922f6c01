// Choosing a clause (Algorithm 1), and the loop that tries it on the live rows.
#include "generate/clauses.h"

#include <array>

namespace dinkel {

namespace {

constexpr int max_tries = 3;

std::optional<Clause> build(Generator& g, ClauseKind kind, bool may_commit) {
  switch (kind) {
    case ClauseKind::Match:
      return build_match(g, false);
    case ClauseKind::OptionalMatch:
      return build_match(g, true);
    case ClauseKind::Unwind:
      return build_unwind(g);
    case ClauseKind::With:
      return build_with(g);
    case ClauseKind::CallUnit:
      return build_call(g, false, may_commit);
    case ClauseKind::CallReturning:
      return build_call(g, true, may_commit);
    case ClauseKind::Create:
      return build_create(g);
    case ClauseKind::Merge:
      return build_merge(g);
    case ClauseKind::Set:
      return build_set(g);
    case ClauseKind::Remove:
      return build_remove(g);
    case ClauseKind::Delete:
      return build_delete(g);
    case ClauseKind::Foreach:
      return build_foreach(g);
    case ClauseKind::Count_:
      break;
  }
  CHECK(false, "no such kind of clause");
  return std::nullopt;
}

bool allowed(const Generator& g, ClauseKind kind, const Position& position) {
  if (g.profile.clauses[static_cast<std::size_t>(kind)] == 0) return false;
  if (is_writing(kind)) return position.may_write;
  if (kind == ClauseKind::With) return position.may_project;
  if (!position.may_read) return false;
  const bool call = kind == ClauseKind::CallUnit || kind == ClauseKind::CallReturning;
  if (call) return position.may_call && g.nesting < g.profile.max_nesting;
  if (kind == ClauseKind::Match && position.after_optional) {
    return g.has(Feature::MatchAfterOptionalMatch);
  }
  return true;
}

bool is_plain_read(const Clause& clause) {
  return std::holds_alternative<Match>(clause.node) ||
         std::holds_alternative<Unwind>(clause.node) || std::holds_alternative<With>(clause.node);
}

}  // namespace

bool is_writing(ClauseKind kind) {
  return kind >= ClauseKind::Create;
}

std::optional<Clause> settle(Generator& g, std::optional<Clause> clause, bool keep_empty) {
  if (!clause.has_value()) return std::nullopt;
  if (g.live != nullptr) {
    const LiveRows::Outcome outcome = g.live->run(*clause, g.parameters, keep_empty);
    if (outcome == LiveRows::Outcome::Failed) return std::nullopt;
    if (outcome == LiveRows::Outcome::Empty && !keep_empty && g.live->row_count() > 0) {
      return std::nullopt;
    }
  }
  advance(g.state, *clause);
  --g.clauses_left;
  return clause;
}

std::optional<Clause> make_clause(Generator& g, ClauseKind kind, bool may_commit) {
  for (int tries = 0; tries < max_tries; ++tries) {
    const int clauses_left = g.clauses_left;
    std::optional<Clause> built = build(g, kind, may_commit);
    if (!built.has_value()) return std::nullopt;
    // A share of clauses may leave nothing: the empty paths of an engine want testing too.
    const bool keep_empty = g.rng.chance(percent(2));
    if (auto settled = settle(g, std::move(built), keep_empty)) return settled;
    g.clauses_left = clauses_left;
    if (g.live == nullptr) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Clause> make_any_clause(Generator& g, const Position& position) {
  std::array<std::uint32_t, clause_kind_count> weights{};
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < clause_kind_count; ++i) {
    if (allowed(g, static_cast<ClauseKind>(i), position)) weights[i] = g.profile.clauses[i];
    total += weights[i];
  }
  if (total == 0) return std::nullopt;
  for (int tries = 0; tries < 4; ++tries) {
    const auto kind = static_cast<ClauseKind>(g.rng.weighted(weights));
    if (auto clause = make_clause(g, kind, position.may_commit)) return clause;
  }
  return std::nullopt;
}

Position position_after(const Clause& clause) {
  Position position;
  const bool write =
      std::holds_alternative<Create>(clause.node) || std::holds_alternative<Merge>(clause.node) ||
      std::holds_alternative<Set>(clause.node) || std::holds_alternative<Remove>(clause.node) ||
      std::holds_alternative<Delete>(clause.node) || std::holds_alternative<Foreach>(clause.node);
  position.may_read = !write;
  if (const auto* match_clause = std::get_if<Match>(&clause.node)) {
    position.after_optional = match_clause->optional;
  }
  return position;
}

std::vector<Clause> make_clauses(Generator& g, int max_clauses, bool may_write) {
  Position first;
  first.may_write = may_write;
  return make_clauses_from(g, max_clauses, first);
}

std::vector<Clause> make_clauses_from(Generator& g, int max_clauses, Position first) {
  std::vector<Clause> clauses;
  Position position = first;
  while (static_cast<int>(clauses.size()) < max_clauses && g.clauses_left > 0) {
    position.may_write = first.may_write;
    std::optional<Clause> clause = make_any_clause(g, position);
    if (!clause.has_value()) break;
    const bool after_optional =
        position.after_optional && !std::holds_alternative<With>(clause->node);
    const bool may_commit = position.may_commit && is_plain_read(*clause);
    position = position_after(*clause);
    position.after_optional |= after_optional;
    position.may_commit = may_commit;
    clauses.push_back(*std::move(clause));
    if (!g.rng.chance(g.profile.more_clauses)) break;
  }
  return clauses;
}

}  // namespace dinkel
