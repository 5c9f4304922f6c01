#include "interpret/regex.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace dinkel {
namespace {

constexpr std::size_t largest_program = 20'000;
constexpr int deepest_group = 200;

// Bytes that are not UTF-8 stand for themselves.
std::u32string to_code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t i = 0; i < text.size();) {
    const std::optional<CodePoint> point = decode_utf8(text, i);
    points.push_back(point ? point->value : static_cast<unsigned char>(text[i]));
    i += point ? point->size : 1;
  }
  return points;
}

char32_t lower(char32_t c) {
  return c >= U'A' && c <= U'Z' ? c - U'A' + U'a' : c;
}

bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}

}  // namespace

bool Regex::Set::has(char32_t c) const {
  const bool inside = std::ranges::any_of(
      ranges, [c](const auto& range) { return range.first <= c && c <= range.second; });
  return inside != negated;
}

// Recursive descent; each function answers the program of what it read, or nothing on a mistake.
class RegexParser {
 public:
  explicit RegexParser(std::string_view pattern) : text_(to_code_points(pattern)) {}

  std::optional<Regex> parse() {
    if (text_.starts_with(U"(?i)")) {
      regex_.ignore_case_ = true;
      at_ = 4;
    }
    std::optional<Program> program = parse_alternatives();
    if (!program || at_ != text_.size()) return std::nullopt;
    regex_.program_ = *std::move(program);
    return std::move(regex_);
  }

 private:
  using Op = Regex::Op;
  using Program = Regex::Program;
  using Instruction = Regex::Instruction;

  bool done() const { return at_ == text_.size(); }
  bool next_is(char32_t c) const { return !done() && text_[at_] == c; }
  bool take(char32_t c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }
  static std::int32_t length(const Program& program) {
    return static_cast<std::int32_t>(program.size());
  }
  static void append(Program& program, const Program& more) {
    program.insert(program.end(), more.begin(), more.end());
  }
  static Program optional(const Program& body) {
    Program program{{Op::Split, 1, length(body) + 1}};
    append(program, body);
    return program;
  }
  static Program repeated(const Program& body) {  // any number of times
    Program program{{Op::Split, 1, length(body) + 2}};
    append(program, body);
    program.push_back({Op::Jump, -(length(body) + 1)});
    return program;
  }
  Program character(Regex::Set set) {
    regex_.sets_.push_back(std::move(set));
    return {{Op::Character, 1, 1, regex_.sets_.size() - 1}};
  }

  std::optional<Program> parse_alternatives() {
    std::optional<Program> left = parse_sequence();
    if (!left || !take(U'|')) return left;
    const std::optional<Program> right = parse_alternatives();
    if (!right) return std::nullopt;
    Program program{{Op::Split, 1, length(*left) + 2}};
    append(program, *left);
    program.push_back({Op::Jump, length(*right) + 1});
    append(program, *right);
    return program;
  }

  std::optional<Program> parse_sequence() {
    Program program;
    while (!done() && !next_is(U'|') && !next_is(U')')) {
      std::optional<Program> atom = parse_atom();
      if (atom) atom = parse_repetition(*std::move(atom));
      if (!atom || program.size() + atom->size() > largest_program) return std::nullopt;
      append(program, *atom);
    }
    return program;
  }

  std::optional<Program> parse_repetition(Program atom) {
    while (!done()) {
      if (take(U'*')) {
        atom = repeated(atom);
      } else if (take(U'+')) {
        Program more = repeated(atom);
        append(atom, more);
      } else if (take(U'?')) {
        atom = optional(atom);
      } else if (take(U'{')) {
        std::optional<Program> counted = parse_counts(atom);
        if (!counted) return std::nullopt;
        atom = *std::move(counted);
      } else {
        break;
      }
      // Lazy and possessive forms match the same whole texts here.
      if (!take(U'?')) take(U'+');
      if (atom.size() > largest_program) return std::nullopt;
    }
    return atom;
  }

  std::optional<std::size_t> parse_number() {
    if (done() || !is_digit(text_[at_])) return std::nullopt;
    std::size_t number = 0;
    while (!done() && is_digit(text_[at_]) && number <= largest_program) {
      number = number * 10 + (text_[at_++] - U'0');
    }
    return number;
  }

  std::optional<Program> parse_counts(const Program& atom) {
    const std::optional<std::size_t> low = parse_number();
    if (!low) return std::nullopt;
    std::optional<std::size_t> high = low;
    if (take(U',')) high = parse_number();
    if (!take(U'}')) return std::nullopt;
    const std::size_t most = high.value_or(*low + 1);
    if (most < *low || most * (atom.size() + 1) > largest_program) return std::nullopt;
    Program program;
    for (std::size_t i = 0; i < *low; ++i) append(program, atom);
    if (!high) {
      append(program, repeated(atom));
    } else {
      for (std::size_t i = *low; i < *high; ++i) append(program, optional(atom));
    }
    return program;
  }

  std::optional<Program> parse_atom() {
    const char32_t c = text_[at_++];
    switch (c) {
      case U'(':
        return parse_group();
      case U'[':
        return parse_class();
      case U'.':
        return character({{{U'\n', U'\n'}, {U'\r', U'\r'}}, true});
      case U'^':
        return Program{{Op::Start}};
      case U'$':
        return Program{{Op::End}};
      case U'\\': {
        std::optional<Regex::Set> set = parse_escape();
        if (!set) return std::nullopt;
        return character(*std::move(set));
      }
      case U'*':
      case U'+':
      case U'?':
        return std::nullopt;
      default:
        return character({{{c, c}}, false});
    }
  }

  std::optional<Program> parse_group() {
    if (take(U'?') && !take(U':')) return std::nullopt;
    if (++depth_ > deepest_group) return std::nullopt;
    std::optional<Program> program = parse_alternatives();
    --depth_;
    if (!program || !take(U')')) return std::nullopt;
    return program;
  }

  std::optional<Regex::Set> parse_escape() {
    if (done()) return std::nullopt;
    const char32_t c = text_[at_++];
    switch (c) {
      case U'd':
      case U'D':
        return Regex::Set{{{U'0', U'9'}}, c == U'D'};
      case U'w':
      case U'W':
        return Regex::Set{{{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U'_', U'_'}}, c == U'W'};
      case U's':
      case U'S':
        return Regex::Set{{{U'\t', U'\r'}, {U' ', U' '}}, c == U'S'};
      case U't':
        return Regex::Set{{{U'\t', U'\t'}}, false};
      case U'n':
        return Regex::Set{{{U'\n', U'\n'}}, false};
      case U'r':
        return Regex::Set{{{U'\r', U'\r'}}, false};
      default:
        break;
    }
    // Other letters and digits mean something that is not supported.
    const char32_t small = lower(c);
    if (is_digit(c) || (small >= U'a' && small <= U'z')) return std::nullopt;
    return Regex::Set{{{c, c}}, false};
  }

  std::optional<Program> parse_class() {
    Regex::Set set;
    set.negated = take(U'^');
    bool first = true;
    while (!done() && (first || !next_is(U']'))) {
      first = false;
      if (take(U'\\')) {
        const std::optional<Regex::Set> escaped = parse_escape();
        if (!escaped || escaped->negated) return std::nullopt;
        set.ranges.insert(set.ranges.end(), escaped->ranges.begin(), escaped->ranges.end());
        continue;
      }
      const char32_t low = text_[at_++];
      char32_t high = low;
      if (next_is(U'-') && at_ + 1 < text_.size() && text_[at_ + 1] != U']') {
        high = text_[at_ + 1];
        at_ += 2;
        if (high == U'\\' || high < low) return std::nullopt;
      }
      set.ranges.emplace_back(low, high);
    }
    if (!take(U']')) return std::nullopt;
    return character(std::move(set));
  }

  std::u32string text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Regex regex_;
};

std::optional<Regex> Regex::compile(std::string_view pattern) {
  return RegexParser(pattern).parse();
}

bool Regex::matches(std::string_view text, const std::function<void()>& step) const {
  const std::u32string points = to_code_points(text);
  std::vector<std::size_t> current;
  std::vector<std::size_t> next;
  std::vector<std::size_t> pending;
  std::vector<std::size_t> entered(program_.size() + 1, points.size() + 1);
  // Enters a state and all that it leads to without a character; the end of the program is a state.
  const auto enter = [&](std::vector<std::size_t>& states, std::size_t start, std::size_t at) {
    pending.push_back(start);
    while (!pending.empty()) {
      const std::size_t state = pending.back();
      pending.pop_back();
      if (entered[state] == at) continue;
      entered[state] = at;
      step();
      if (state == program_.size() || program_[state].op == Op::Character) {
        states.push_back(state);
        continue;
      }
      const Instruction& instruction = program_[state];
      if (instruction.op == Op::Start && at != 0) continue;
      if (instruction.op == Op::End && at != points.size()) continue;
      const auto place = static_cast<std::int64_t>(state);
      if (instruction.op == Op::Split) {
        pending.push_back(static_cast<std::size_t>(place + instruction.second));
      }
      pending.push_back(static_cast<std::size_t>(place + instruction.first));
    }
  };
  enter(current, 0, 0);
  for (std::size_t at = 0; at < points.size(); ++at) {
    next.clear();
    for (const std::size_t state : current) {
      if (state == program_.size()) continue;
      const Set& set = sets_[program_[state].set];
      const char32_t c = points[at];
      const bool other_case =
          ignore_case_ &&
          (set.has(lower(c)) || (c >= U'a' && c <= U'z' && set.has(c - U'a' + U'A')));
      if (set.has(c) || other_case) enter(next, state + 1, at + 1);
    }
    std::swap(current, next);
  }
  return std::ranges::find(current, program_.size()) != current.end();
}

}  // namespace dinkel
