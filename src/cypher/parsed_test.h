// A statement from its text, with its nodes numbered, for tests of what works on trees.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "cypher/parse.h"
#include "cypher/walk.h"

namespace dinkel {

inline Statement parsed(std::string_view text) {
  auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text;
  number_nodes(*statement);
  return *statement;
}

}  // namespace dinkel
