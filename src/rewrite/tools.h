// RuleTools: what a rule builds with. One per application, seeded by it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/generator.h"
#include "rewrite/rule.h"

namespace dinkel {

// What all applications of one rewriting share.
struct RewriteContext {
  RewriteContext(const Dialect& dialect_, const GraphSchema& schema);

  const Dialect& dialect;
  Profile profile;   // of what rules generate: small, and of all kinds
  Vocabulary names;  // the labels, types and keys of the schema
};

class RuleTools {
 public:
  // Without `parameters` there can be no new ones.
  RuleTools(std::uint64_t seed, const RewriteContext& context, const StatementFacts& facts,
            Map* parameters = nullptr);

  Rng& rng() { return generator_.rng; }
  // A variable that occurs nowhere in the statement as it is now. The first call reads the whole
  // statement: a rule asks before it takes the site apart.
  std::string fresh_name(std::string_view prefix);

  // Expressions that cannot fail and have no effect, in the context given.
  Expr pure_expr(const QueryContext& context, Type wanted);
  // Clauses that will never run, in the context given; their variables are new.
  std::vector<Clause> dead_clauses(const QueryContext& context, bool may_write);
  std::vector<Clause> dead_updates(const QueryContext& context);
  // A pattern without variables that matches nothing: it names a label, a type or a key that the
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
  void enter(const QueryContext& context);

  std::uint64_t seed_;
  const StatementFacts& facts_;
  Generator generator_;
  Map* parameters_;
  std::uint32_t numbers_made_ = 0;
};

// Forgets the numbers of a copy: it is made of new nodes.
void forget_numbers(Expr& expr);
void forget_numbers(Clause& clause);

}  // namespace dinkel
