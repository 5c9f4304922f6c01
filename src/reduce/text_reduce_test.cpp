#include "reduce/text_reduce.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

TextPredicate holds(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) {
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return text.find(word) != std::string::npos;
    });
  };
}

TEST(TextReduce, SplitsAScript) {
  EXPECT_EQ(script_pieces(":param x => 1\nCREATE (:A); // one\nMATCH (n)\n  RETURN ';';\n"),
            (std::vector<std::string>{":param x => 1\n", "CREATE (:A);\n",
                                      "// one\nMATCH (n)\n  RETURN ';';\n"}));
}

TEST(TextReduce, DropsPieces) {
  const std::vector<std::string> pieces = {"a;", "b;", "c;", "d;", "e;"};
  EXPECT_EQ(join(drop_pieces(pieces, holds({"b", "e"}))), "b;e;");
  EXPECT_EQ(join(drop_pieces(pieces, holds({}))).size(), 2U) << "something must be left";
}

TEST(TextReduce, NeedsNoGrammar) {
  const std::string text =
      "MATCHH (n:Person {name: 'Ada Lovelace', born: 1815})-[[r]]->(m) WHERE foo(bar(n.x + 12345)) "
      "/* why */ RETURNING {{ template }} \x01 ';";
  EXPECT_EQ(reduce_tokens(text, holds({"foo", "12345"})), "foo12345");
  EXPECT_EQ(reduce_tokens(text, holds({"(", "bar"})), "bar(");
  EXPECT_EQ(reduce_tokens("", holds({})), "");
}

TEST(TextReduce, KeepsTextThatMayNotChange) {
  const std::string text = "RETURN   1";
  const TextPredicate exactly = [&](const std::string& candidate) { return candidate == text; };
  EXPECT_EQ(reduce_tokens(text, exactly), text);
}

}  // namespace
}  // namespace dinkel
