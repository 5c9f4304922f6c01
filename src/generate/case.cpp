#include "generate/case.h"

#include "generate/build.h"
#include "generate/generator.h"
#include "generate/setup.h"
#include "interpret/execute.h"

namespace dinkel {

namespace {

int tests_per_case(CaseSize size) {
  return size == CaseSize::Paper ? 2 : 4;
}

// Whether the graph, as a statement leaves it, fulfils the constraints declared on it.
bool keeps_constraints(Graph& graph) {
  if (graph.schema_rules().empty()) return true;
  const InterpretOptions options;
  try {
    Runtime runtime(graph, options);
    check_constraints(runtime);
    return true;
  } catch (const QueryFailure&) {
    return false;
  }
}

void start_statement(Generator& g) {
  g.state.context.clear();
  g.variables_made = 0;
  g.clauses_left = g.profile.max_clauses;
  g.nesting = 0;
  g.depth = 0;
}

// A query that is run as it is written. One that breaks a constraint is only seen at its end, and
// is written anew.
Query make_live_query(Generator& g, Graph& graph) {
  constexpr int max_tries = 3;
  for (int tries = 0; tries < max_tries; ++tries) {
    start_statement(g);
    const Graph::Mark mark = graph.mark();
    LiveRows rows(graph);
    g.live = &rows;
    Query query = make_query(g);
    g.live = nullptr;
    if (keeps_constraints(graph)) {
      graph.commit();
      return query;
    }
    graph.roll_back(mark);
  }
  start_statement(g);
  Return result;
  result.projection.items.push_back({integer_expr(1), g.fresh(Kind::Integer), ""});
  Query query;
  query.parts.emplace_back();
  query.parts.back().clauses.push_back(clause_of(std::move(result)));
  return query;
}

Statement make_test(Generator& g, Graph& graph, bool live) {
  Statement statement;
  if (live) {
    statement.body = make_live_query(g, graph);
  } else {
    start_statement(g);
    statement.body = make_query(g);
  }
  return statement;
}

}  // namespace

TestCase generate_case(std::uint64_t seed, std::uint64_t index, const GenerateOptions& options) {
  const Rng rng = Rng(seed).fork(index);
  const Profile profile = draw_profile(rng.fork("profile"), *options.dialect, options.size);
  const bool live = profile.live && options.use_live_rows;
  Generator g(rng.fork("query"), *options.dialect, profile,
              draw_vocabulary(rng.fork("names"), profile));
  for (PropertyKey& key : g.names.keys) {
    if (key.kind == Kind::Duration && !g.has(Feature::DurationType)) key.kind = Kind::Date;
  }
  g.use_context = options.use_context;
  g.use_schema = options.use_schema;

  TestCase made;
  Graph graph;
  for (Statement& statement : make_setup(g, live)) {
    // A setup statement that fails (a unique constraint, twice the same index) is left out.
    if (live && !interpret(statement, graph).ok()) continue;
    advance(g.state, statement);
    made.setup.push_back(std::move(statement));
  }
  for (int i = tests_per_case(options.size); i > 0; --i) {
    Statement statement = make_test(g, graph, live);
    g.state.context.clear();
    made.tests.push_back(std::move(statement));
  }
  made.parameters = std::move(g.parameters);
  return made;
}

}  // namespace dinkel
