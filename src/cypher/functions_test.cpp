#include "cypher/functions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace dinkel {
namespace {

TEST(Functions, AreFoundInAnyCase) {
  EXPECT_EQ(functions_named("TOUPPER").size(), 1U);
  EXPECT_EQ(functions_named("duration.INSECONDS").size(), 1U);
  EXPECT_TRUE(functions_named("nothing").empty());
  EXPECT_TRUE(is_aggregate("stdevp"));
  EXPECT_FALSE(is_aggregate("size"));
}

TEST(Functions, TableIsConsistent) {
  EXPECT_GE(all_functions().size(), 150U);
  for (const Function& function : all_functions()) {
    const std::string name(function.name);
    EXPECT_LE(function.required, function.parameters.size()) << name;
    EXPECT_FALSE(function.result.kinds.empty()) << name;
    EXPECT_FALSE(function.variadic && function.parameters.empty()) << name;
    EXPECT_FALSE(function.traits.aggregate && function.traits.null_in_null_out) << name;
    for (const Function* other : functions_named(function.name)) {
      EXPECT_EQ(other->name, function.name);
      EXPECT_EQ(other->traits.null_in_null_out, function.traits.null_in_null_out) << name;
      if (other != &function) {
        EXPECT_FALSE(other->parameters == function.parameters) << name << " has a row twice";
      }
    }
  }
}

TEST(Functions, OnlyTheClockAndTheDiceAreVolatile) {
  std::set<std::string_view> names;
  for (const Function& function : all_functions()) {
    if (function.traits.volatile_result && function.parameters.empty()) names.insert(function.name);
  }
  EXPECT_EQ(names.size(), 3U + 5U * 4U);
  EXPECT_TRUE(names.contains("rand"));
  EXPECT_TRUE(names.contains("localdatetime.transaction"));
}

}  // namespace
}  // namespace dinkel
