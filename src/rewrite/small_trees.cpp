#include "rewrite/small_trees.h"

#include <array>
#include <string_view>

namespace dinkel {

namespace {

using Texts = std::vector<std::string>;

// Trees of one type, by their number of nodes; [0] stays empty.
struct Trees {
  std::array<Texts, 5> by_nodes;
  const Texts& operator[](std::size_t nodes) const { return by_nodes[nodes]; }
};

struct Leaves {
  Texts booleans;
  Texts numbers;
  Texts strings;
  Texts lists;
};

const Leaves literals = {
    {"true", "false", "null"},
    {"0", "1", "-1", "9223372036854775807", "-9223372036854775808", "0.5", "-0.0", "NaN", "null"},
    {"''", "'ab'", "'äß'", "null"},
    {"[]", "null"},
};

// Parentheses are no nodes: the tree is what they say.
std::string in_parentheses(const std::string& text) {
  return "(" + text + ")";
}

class Forest {
 public:
  Forest(const Leaves& leaves, std::size_t max_nodes) {
    booleans_.by_nodes[1] = leaves.booleans;
    numbers_.by_nodes[1] = leaves.numbers;
    strings_.by_nodes[1] = leaves.strings;
    lists_.by_nodes[1] = leaves.lists;
    for (std::size_t nodes = 2; nodes <= max_nodes; ++nodes) grow(nodes);
  }

  Texts all(std::size_t nodes) const {
    Texts texts;
    for (const Trees* trees : {&booleans_, &numbers_, &strings_, &lists_}) {
      texts.insert(texts.end(), (*trees)[nodes].begin(), (*trees)[nodes].end());
    }
    return texts;
  }

 private:
  void grow(std::size_t nodes) {
    grow_booleans(nodes, booleans_.by_nodes[nodes]);
    grow_numbers(nodes, numbers_.by_nodes[nodes]);
    combine(strings_, {"+"}, strings_, nodes, strings_.by_nodes[nodes]);
    combine(lists_, {"+"}, lists_, nodes, lists_.by_nodes[nodes]);
    wrap("[", numbers_[nodes - 1], "]", lists_.by_nodes[nodes]);
    wrap("[", strings_[nodes - 1], "]", lists_.by_nodes[nodes]);
    if (nodes == 4) {
      choose(booleans_[1], numbers_[1], numbers_.by_nodes[4]);
      choose(booleans_[1], booleans_[1], booleans_.by_nodes[4]);
      choose(booleans_[1], strings_[1], strings_.by_nodes[4]);
    }
  }

  void grow_booleans(std::size_t nodes, Texts& made) {
    const Texts comparing = {"=", "<>", "<", "<=", ">", ">="};
    wrap("NOT (", booleans_[nodes - 1], ")", made);
    for (const Trees* trees : {&booleans_, &numbers_, &strings_, &lists_}) {
      wrap("(", (*trees)[nodes - 1], ") IS NULL", made);
      wrap("(", (*trees)[nodes - 1], ") IS NOT NULL", made);
    }
    combine(booleans_, {"AND", "OR", "XOR"}, booleans_, nodes, made);
    combine(booleans_, comparing, booleans_, nodes, made);
    combine(numbers_, comparing, numbers_, nodes, made);
    combine(strings_, comparing, strings_, nodes, made);
    combine(strings_, {"STARTS WITH", "ENDS WITH", "CONTAINS"}, strings_, nodes, made);
    combine(lists_, {"=", "<>"}, lists_, nodes, made);
    combine(numbers_, {"IN"}, lists_, nodes, made);
  }

  void grow_numbers(std::size_t nodes, Texts& made) {
    wrap("-(", numbers_[nodes - 1], ")", made);
    wrap("size(", strings_[nodes - 1], ")", made);
    wrap("size(", lists_[nodes - 1], ")", made);
    combine(numbers_, {"+", "-", "*", "/", "%", "^"}, numbers_, nodes, made);
  }

  static void wrap(std::string_view before, const Texts& operands, std::string_view after,
                   Texts& made) {
    for (const std::string& operand : operands) {
      made.push_back(std::string(before) + operand + std::string(after));
    }
  }

  static void combine(const Trees& left, const Texts& operators, const Trees& right,
                      std::size_t nodes, Texts& made) {
    for (std::size_t size = 1; size + 1 < nodes; ++size) {
      for (const std::string& a : left[size]) {
        for (const std::string& op : operators) {
          for (const std::string& b : right[nodes - 1 - size]) {
            made.push_back(in_parentheses(a) + " " + op + " " + in_parentheses(b));
          }
        }
      }
    }
  }

  static void choose(const Texts& conditions, const Texts& values, Texts& made) {
    for (const std::string& condition : conditions) {
      for (const std::string& value : values) {
        for (const std::string& other : values) {
          made.push_back("CASE WHEN " + condition + " THEN " + value + " ELSE " + other + " END");
        }
      }
    }
  }

  Trees booleans_;
  Trees numbers_;
  Trees strings_;
  Trees lists_;
};

// A variable that holds the value, of the type of all these.
std::string any_of(const std::string& value, const Texts& others) {
  std::string text = "CASE WHEN true THEN " + value;
  for (const std::string& other : others) text += " WHEN false THEN " + other;
  return text + " END";
}

void add_with_variable(const Texts& values, const Leaves& leaves, const Texts& others,
                       std::size_t max_nodes, Texts& statements) {
  const Forest forest(leaves, max_nodes);
  for (std::size_t nodes = 1; nodes <= max_nodes; ++nodes) {
    for (const std::string& tree : forest.all(nodes)) {
      for (const std::string& value : values) {
        statements.push_back("WITH " + any_of(value, others) + " AS v RETURN " + tree + " AS x");
      }
    }
  }
}

}  // namespace

std::vector<std::string> small_trees(int max_nodes) {
  Texts statements;
  const auto most = static_cast<std::size_t>(max_nodes);
  const Forest forest(literals, most);
  for (std::size_t nodes = 1; nodes <= most; ++nodes) {
    for (const std::string& tree : forest.all(nodes)) {
      statements.push_back("RETURN " + tree + " AS x");
    }
  }
  const std::size_t fewer = most > 3 ? 3 : most;
  add_with_variable(literals.booleans, {{"v"}, {}, {}, {}}, {"true"}, fewer, statements);
  add_with_variable(literals.numbers, {{}, {"v"}, {}, {}}, {"1", "0.5"}, fewer, statements);
  add_with_variable(literals.strings, {{}, {}, {"v"}, {}}, {"'a'"}, fewer, statements);
  add_with_variable(literals.lists, {{}, {}, {}, {"v"}}, {"[1]"}, fewer, statements);
  return statements;
}

}  // namespace dinkel
