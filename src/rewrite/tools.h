// RuleTools: what a rule builds with. One per application, seeded by it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/generator.h"
#include "rewrite/rule.h"

namespace dinkel {

// What all applications of one rewriting share. What generation needs is made when it is asked for:
// most rules make nothing new.
class RewriteContext {
 public:
  RewriteContext(const Dialect& dialect_, const StatementFacts& facts_)
      : dialect(dialect_), facts(facts_), names_made(0) {}

  const Profile& profile() const;   // of what rules generate: small, and of all kinds
  const Vocabulary& names() const;  // the labels, types and keys of the schema

  const Dialect& dialect;
  const StatementFacts& facts;
  std::uint32_t names_made;  // the largest number of a name that the applications so far made

 private:
  mutable std::optional<Profile> profile_;
  mutable std::optional<Vocabulary> names_;
};

class RuleTools {
 public:
  // Without `parameters` there can be no new ones.
  RuleTools(std::uint64_t seed, const RewriteContext& context, Map* parameters = nullptr)
      : seed_(seed), context_(context), rng_(seed), parameters_(parameters) {}

  Rng& rng() { return generator_ ? generator_->rng : rng_; }
  // A variable that occurs nowhere in the statement.
  std::string fresh_name(std::string_view prefix);
  // The largest number of a name made with these tools; 0 if none was.
  std::uint32_t names_made() const { return generator_ ? generator_->variables_made : names_made_; }

  // Expressions that cannot fail and have no effect, in the context given.
  Expr pure_expr(const QueryContext& context, Type wanted);
  // Clauses that will never run, in the context given; their variables are new.
  std::vector<Clause> dead_clauses(const QueryContext& context, bool may_write);
  std::vector<Clause> dead_updates(const QueryContext& context);
  // Patterns are looked for before the predicate that makes them dead, so they cannot fail.
  // The new one has no variables and matches nothing: it names a label, a type or a key that the
  // graph cannot have. Nothing when the schema does not say what the graph can have.
  std::optional<PatternPart> new_pattern(const QueryContext& context);
  PatternPart any_pattern(const QueryContext& context);

  Expr literal(Kind kind);
  // A parameter of its own name that holds the value; nothing where none may be added.
  std::optional<Expr> new_parameter(Value value);
  std::string any_label();

  // Numbers the nodes that have no number yet, from the seed.
  void number_new(Clause& clause);
  void number_new(Expr& expr);

 private:
  Generator& generator();
  Generator& enter(const QueryContext& context);
  // Above this there are only new names.
  std::uint32_t largest_number() const;

  std::uint64_t seed_;
  const RewriteContext& context_;
  Rng rng_;                             // until there is a generator, which has its own
  std::optional<Generator> generator_;  // made when something is to be generated
  Map* parameters_;
  std::uint32_t names_made_ = 0;
  std::uint32_t numbers_made_ = 0;
};

// Forgets the numbers of a copy: it is made of new nodes.
void forget_numbers(Expr& expr);
void forget_numbers(Clause& clause);

}  // namespace dinkel
