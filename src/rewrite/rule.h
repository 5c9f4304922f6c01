// Rules: the rows of the catalogue. A rule rewrites one site of a query into something equivalent.
//
// Soundness rests on two things. Each rule is an equivalence at its site whenever its guards hold;
// and guards are asked about the query as it is at that moment, with every earlier application in
// it. A chain of applications is then a chain of equivalences, and so is every part of it: two
// rules cannot break each other's guards, since the second one looks at what the first one left.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "cypher/ast.h"
#include "cypher/dialect.h"
#include "cypher/state.h"

namespace dinkel {

enum class Strategy {
  DeadCode,
  UnusedContext,
  RedundantWrite,
  InconsequentialSupersession,
  MathematicalIdentity,
  CypherFeature,
  // past the paper
  PatternForm,
  SubqueryForm,
  WriteForm,
  ProjectionForm,
  LiteralForm,
};
std::string_view to_text(Strategy strategy);  // "dead code", ...

// What the rewriter knows of the whole statement before it starts. It is about the statement as it
// came: what rules add is new, never runs or undoes itself.
struct StatementFacts {
  const Statement* statement = nullptr;
  GraphSchema schema;  // what the graph may contain before, during and after the statement

  bool deletes() const { return looked().deletes; }  // entities in variables may be gone
  // id(), elementId(): creating and deleting something shows.
  bool observes_ids() const { return looked().observes_ids; }
  bool limits() const { return looked().limits; }                    // LIMIT or SKIP somewhere
  bool in_transactions() const { return looked().in_transactions; }  // CALL { } IN TRANSACTIONS
  // The largest number at the end of a name: names with larger ones are new.
  std::uint32_t largest_number() const;

 private:
  struct Looked {
    bool deletes = false;
    bool observes_ids = false;
    bool limits = false;
    bool in_transactions = false;
  };
  const Looked& looked() const;

  // Few rules ask, and it takes a walk over the statement to know.
  mutable std::optional<Looked> looked_;
  mutable std::optional<std::uint32_t> largest_number_;
};

// The place of a clause: where a rule may change it or put something in front of it.
struct ClauseSite {
  std::vector<Clause>& clauses;
  std::size_t index;
  const QueryContext& context;  // in front of the clause
  const StatementFacts& facts;
  const Dialect& dialect;
  bool read_only = false;     // inside EXISTS, COUNT, COLLECT
  bool in_foreach = false;    // only updating clauses may stand here
  bool imports = false;       // the importing WITH of a CALL subquery: nothing may come before it
  bool pattern_only = false;  // the MATCH of EXISTS { pattern }: it must stay alone
  bool nested = false;        // in a subquery
  bool leads_call = false;    // the first of CALL { }, where a WITH of variables imports

  // Whether a later * would see a variable that is new in front of the clause, or behind it.
  bool star_later() const;
  bool star_after() const;
  Clause& clause() const { return clauses[index]; }
  const Clause* previous() const { return index == 0 ? nullptr : &clauses[index - 1]; }
};

// The place of an expression.
struct ExprSite {
  Expr& expr;
  const QueryContext& context;  // with the variables of the comprehensions around it
  const StatementFacts& facts;
  const Dialect& dialect;
  Kinds accepts;          // what may stand here without a type error, beside what does
  bool grouping = false;  // (part of) a grouping key, an aggregate, or an ORDER BY over them
  int depth = 0;          // of nested expressions around it

  Type type() const {
    if (!known_type) known_type = type_of(expr, context, facts.schema);
    return *known_type;
  }
  mutable std::optional<Type> known_type = std::nullopt;  // asked for by most rules, made once
};

// What a rule may draw from when it builds: its own random numbers, names nobody has, and the
// generator in the context of the site.
class RuleTools;

struct Guard {
  std::string_view name;
  std::string_view reason;
  bool (*clause_holds)(const ClauseSite& site);  // one of the two is null
  bool (*expr_holds)(const ExprSite& site);
};

struct ClauseRule {
  std::string_view name;
  Strategy strategy;
  std::string_view applies_to;  // R, W or A as in the paper
  std::string_view before;
  std::string_view after;
  std::vector<const Guard*> guards;
  std::string_view source;
  std::string_view example;  // a query that it applies to
  bool (*matches)(const ClauseSite& site);
  // Changes the clauses; false if it could not after all, and then nothing was changed.
  bool (*apply)(ClauseSite& site, RuleTools& tools);
};

struct ExprRule {
  std::string_view name;
  Strategy strategy;
  std::string_view
      before;  // Cypher with holes: P, Q boolean; x number; S string; L list; E anything
  std::string_view after;  // P', E', x' are made here: pure, and drawn from the context
  std::vector<const Guard*> guards;
  std::string_view source;
  std::string_view example;
  // For what holes cannot say: then the two sides are for the reader, and these do the work.
  // apply() answers false if it could not after all, and then nothing was changed.
  bool (*matches)(const ExprSite& site) = nullptr;
  bool (*apply)(ExprSite& site, RuleTools& tools) = nullptr;
};

struct Rule {
  std::variant<ClauseRule, ExprRule> row;

  std::string_view name() const;
  Strategy strategy() const;
  std::span<const Guard* const> guards() const;
  // Whether it puts in random clauses or expressions. That they run without an error, only the
  // reference has said: a target that refuses them has refused them, not the rule.
  bool brings_new_parts() const;
};

// All rules, in a fixed order: indexes are part of what a seed means.
std::span<const Rule> all_rules();
std::optional<std::size_t> rule_named(std::string_view name);

}  // namespace dinkel
