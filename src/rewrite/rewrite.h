// The rewriter: picks many sites of a statement, applies a rule at each, and says what it did.
//
// An Application names its rule, its site (the Origin::id of a node of the statement as it was when
// the rule was applied) and its own seed. Nodes that a rule makes are numbered from that seed, so
// that later applications can name them. apply() goes through a trace in order, and leaves out what
// cannot be applied: its site is gone or a guard refuses. The result is equivalent to the statement
// for ANY part of a trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "cypher/ast.h"
#include "cypher/dialect.h"
#include "cypher/state.h"
#include "cypher/value.h"
#include "rewrite/rule.h"

namespace dinkel {

struct Application {
  std::size_t rule = 0;  // index into all_rules()
  std::uint32_t site = 0;
  std::uint64_t seed = 0;
  bool operator==(const Application&) const = default;
};
using RewriteTrace = std::vector<Application>;

struct RewriteOptions {
  const Dialect* dialect = &full_dialect();
  GraphSchema schema;  // of the graph that the statement will meet; default: nothing is known of it
  std::vector<bool> rules;  // which are on; empty: all
  int max_applications = 6;
  // Whether rules may add parameters: whoever runs the result must then send Rewritten::parameters
  // along with those that the statement has.
  bool new_parameters = false;
  std::string_view disabled_guard;  // for the tests of the guards alone
  RewriteOptions();
};

struct Rewritten {
  Statement statement;
  RewriteTrace trace;
  Map parameters;  // new ones; see RewriteOptions::new_parameters
};

// Nodes that have a number keep it, the others get one: a part of a trace can so be applied to a
// statement that was numbered once and made smaller since.
Rewritten rewrite(const Statement& statement, Rng rng, const RewriteOptions& options);
Statement apply(const Statement& statement, const RewriteTrace& trace,
                const RewriteOptions& options);
// The same, with the parameters that the trace adds, and only the applications that were done.
Rewritten apply_trace(const Statement& statement, const RewriteTrace& trace,
                      const RewriteOptions& options);
// apply() by its other name, for a statement whose nodes are numbered already: the reducer keeps
// the numbers while it drops nodes, so that a trace still means the same sites.
Statement apply_numbered(const Statement& statement, const RewriteTrace& trace,
                         const RewriteOptions& options);
// Every application that is possible on the statement as it is, one for each rule and site.
RewriteTrace possible_applications(const Statement& statement, std::uint64_t seed,
                                   const RewriteOptions& options);

}  // namespace dinkel
