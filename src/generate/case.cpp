#include "generate/case.h"

#include "generate/generator.h"
#include "generate/setup.h"
#include "interpret/interpret.h"

namespace dinkel {

namespace {

int tests_per_case(CaseSize size) {
  return size == CaseSize::Paper ? 2 : 4;
}

Statement make_test(Generator& g, Graph& graph, bool live) {
  g.state.context.clear();
  g.variables_made = 0;
  g.clauses_left = g.profile.max_clauses;
  g.nesting = 0;
  g.depth = 0;
  Statement statement;
  if (live) {
    LiveRows rows(graph);
    g.live = &rows;
    statement.body = make_query(g);
    g.live = nullptr;
    graph.commit();
  } else {
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
  g.use_context = options.use_context;
  g.use_schema = options.use_schema;

  TestCase made;
  Graph graph;
  for (Statement& statement : make_setup(g)) {
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
