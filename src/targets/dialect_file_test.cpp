#include "targets/dialect_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "cypher/functions.h"
#include "targets/probe.h"

namespace dinkel {
namespace {

std::string reason(std::string_view text) {
  try {
    parse_dialect(text, "d.toml");
    return "fine";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ParseDialect, ReadsEverything) {
  const TargetDialect target = parse_dialect(R"(
name = "x"
missing = ["xor", "foreach"]
missing_functions = ["toUpper", "trim/2"]
max_nesting = 3
plan_switches = ["CYPHER a=b"]
[deviations]
delete-detaches = "because"
[errors]
expected = ["Division by zero", "type * found"]
unsupported = ["not here"]
internal = ["Some.Internal."]
[[older]]
than = "5.10"
missing = ["power"]
)",
                                             "d.toml", "5.9.1");
  EXPECT_EQ(target.dialect.name, "x");
  EXPECT_FALSE(target.dialect.has(Feature::Xor));
  EXPECT_FALSE(target.dialect.has(Feature::Power));
  EXPECT_TRUE(target.dialect.has(Feature::Match));
  EXPECT_FALSE(target.dialect.has_function("toUpper"));
  EXPECT_TRUE(target.dialect.has_function("trim"));
  EXPECT_EQ(target.dialect.max_arguments("Trim"), 1U);
  EXPECT_GT(target.dialect.max_arguments("coalesce"), 100U);
  EXPECT_EQ(target.dialect.max_nesting, 3);
  EXPECT_EQ(target.dialect.plan_switches, std::vector<std::string>{"CYPHER a=b"});
  EXPECT_TRUE(target.dialect.deviates(Deviation::DeleteDetaches));
  EXPECT_EQ(target.reasons.at(Deviation::DeleteDetaches), "because");
  EXPECT_EQ(target.classify({"", "Division by zero"}), ErrorClass::Expected);
  EXPECT_EQ(target.classify({"", "type String was found"}), ErrorClass::Expected);
  EXPECT_EQ(target.classify({"", "that is not here"}), ErrorClass::Unsupported);
  EXPECT_EQ(target.classify({"", "found a type"}), ErrorClass::Other);
  EXPECT_EQ(target.classify({"Some.Internal.Thing", "Division by zero"}), ErrorClass::Internal);
}

TEST(ParseDialect, SaysWhatIsWrong) {
  EXPECT_EQ(reason("missing = [\"xor\", \"flying\"]"), "d.toml:1: there is no feature flying");
  EXPECT_EQ(reason("\n[deviations]\nodd = \"x\""), "d.toml:3: there is no deviation odd");
  EXPECT_EQ(reason("[deviations]\noverflow-wraps = \"\""),
            "d.toml:2: a deviation needs its reason");
  EXPECT_EQ(reason("max_nesting = 0"), "d.toml:1: max_nesting is a number from 1 on");
  EXPECT_EQ(reason("missing = 1"), "d.toml:1: a list of texts was expected");
  EXPECT_EQ(reason("color = 1"), "d.toml:1: a dialect has no color");
  EXPECT_EQ(reason("[[older]]\nmissing = []").substr(0, 9), "d.toml:1:");
  EXPECT_EQ(reason("a = = 1").substr(0, 9), "d.toml:1:");
}

TEST(IsOlder, ComparesNumbers) {
  EXPECT_TRUE(is_older("5.9.1", "5.10"));
  EXPECT_TRUE(is_older("5.26.0-SNAPSHOT", "5.27"));
  EXPECT_FALSE(is_older("5.10.0", "5.10"));
  EXPECT_FALSE(is_older("2026.08.1", "5.26"));
  EXPECT_FALSE(is_older("", "1"));
}

TEST(DialectOf, ReadsAllThatAreCompiledIn) {
  EXPECT_GE(dialect_names().size(), 2U);
  for (const std::string_view name : dialect_names()) {
    const TargetDialect target = dialect_of(name, "0");
    EXPECT_EQ(target.dialect.name, name);
    EXPECT_TRUE(target.dialect.has(Feature::Match)) << name;
    for (const std::string& function : target.dialect.missing_functions) {
      const auto rows = functions_named(function.substr(0, function.find('/')));
      EXPECT_FALSE(rows.empty()) << name << " lacks " << function;
    }
  }
  // One overload that is missing beside one of as many arguments that is there.
  const Dialect falkordb = dialect_of("falkordb", "0").dialect;
  EXPECT_TRUE(falkordb.has_function("split"));
  for (std::size_t row = 0; row < all_functions().size(); ++row) {
    const std::string name = overload_name(all_functions()[row]);
    if (name.starts_with("split(")) {
      EXPECT_EQ(falkordb.has_overload(row), name == "split(String, String)") << name;
    }
  }
  EXPECT_EQ(dialect_of("reference").dialect.features, full_dialect().features);
}

}  // namespace
}  // namespace dinkel
