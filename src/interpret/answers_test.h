// For tests: expressions as text against their answers as text, one line a case. An answer is what
// to_text prints, or the type and detail of an error.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "cypher/parse.h"
#include "interpret/runtime.h"

namespace dinkel {

struct AnswerCase {
  std::string_view expression;
  std::string_view answer;
};

inline std::string answer_to(std::string_view expression) {
  const auto parsed = parse_expression(expression);
  if (!parsed.ok()) return "does not parse: " + parsed.error().message;
  Graph graph;
  const InterpretOptions options;
  Runtime runtime(graph, options);
  runtime.statement_time_seconds = 1'500'000'000;  // 2017-07-14T02:40Z
  runtime.statement_time_nanoseconds = 7'000'000;
  try {
    return to_text(evaluate(runtime, Bindings{}, *parsed));
  } catch (const QueryFailure& failure) {
    return std::string(to_text(failure.error.type)) + " " +
           std::string(to_text(failure.error.detail));
  }
}

inline void expect_answers(std::initializer_list<AnswerCase> cases) {
  for (const AnswerCase& one : cases)
    EXPECT_EQ(answer_to(one.expression), one.answer) << one.expression;
}

}  // namespace dinkel
