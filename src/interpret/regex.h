// Regular expressions for the operator =~, which matches the whole text.
//
// The language is what Java, ECMAScript and PCRE have in common: literals, `.`, classes, \d \w \s
// and their opposites, groups, alternatives, ^ and $, and * + ? {m,n} with or without a trailing
// `?` or `+`. A leading (?i) ignores the case of ASCII letters. All states are followed at once, so
// the time is the product of the lengths of text and pattern, whatever the pattern. There are no
// back-references and no looking around: whoever uses them gets an error.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dinkel {

class Regex {
 public:
  // Empty when the pattern is not in the language, or too large when its repetitions are unfolded.
  static std::optional<Regex> compile(std::string_view pattern);

  // `step` is called for every state that is entered; it may throw.
  bool matches(std::string_view text, const std::function<void()>& step) const;

 private:
  friend class RegexParser;

  struct Set {
    std::vector<std::pair<char32_t, char32_t>> ranges;
    bool negated = false;
    bool has(char32_t c) const;
  };
  enum class Op { Character, Split, Jump, Start, End };
  // Targets are relative, so that a piece of a program can be copied as it is.
  struct Instruction {
    Op op = Op::Jump;
    std::int32_t first = 1;
    std::int32_t second = 1;  // of a Split
    std::size_t set = 0;      // of a Character
  };
  using Program = std::vector<Instruction>;

  std::vector<Set> sets_;
  Program program_;
  bool ignore_case_ = false;
};

}  // namespace dinkel
