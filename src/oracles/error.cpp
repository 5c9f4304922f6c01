// Error: a database may refuse a statement, but it may not fail inside. Codes come first, texts
// second: they are what servers say when an assumption of their own is broken.
#include <array>

#include "base/text.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

// Beginnings of codes: Neo4j and Memgraph; SQLSTATE class XX of PostgreSQL and Apache AGE.
constexpr std::array<std::string_view, 3> internal_codes{"Neo.DatabaseError.",
                                                         "Memgraph.DatabaseError", "XX"};
// In lower case.
constexpr std::array<std::string_view, 14> internal_texts{
    "internal error",     "assertion",        "nullpointerexception", "classcastexception",
    "indexoutofbounds",   "illegalstate",     "unreachable",          "should not happen",
    "stackoverflowerror", "segmentation",     "addresssanitizer",     "unexpected state",
    "std::bad",           "vector::_m_range",
};
constexpr std::array<std::string_view, 8> resource_texts{
    "limitexceeded", "out of memory", "memory limit", "timed out",
    "timeout",       "outofmemory",   "memory pool",  "maximum number of records",
};

template <std::size_t count>
bool contains_any(std::string_view text, const std::array<std::string_view, count>& words) {
  for (const std::string_view word : words) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

class ErrorOracle final : public Oracle {
 public:
  std::string_view name() const override { return "error"; }
  bool compares() const override { return false; }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& /*pair*/) const override {
    if (auto found = look_at(run.original, "the original")) return found;
    if (!run.rewritten) return std::nullopt;
    return look_at(*run.rewritten, "the rewritten statement");
  }

 private:
  static std::optional<Discrepancy> look_at(const Effect& effect, const std::string& which) {
    const auto* error = std::get_if<DatabaseError>(&effect.outcome);
    if (error == nullptr || effect.error_class != ErrorClass::Internal) return std::nullopt;
    return Discrepancy{FindingKind::InternalError,
                       which + " fails inside: " + error->code + " " + error->message,
                       normalise_error(error->code + " " + error->message)};
  }
};

// Behind the quotation that begins there. An expression may hold quotes of its own, in brackets.
std::size_t end_of_quotation(std::string_view text, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == ')' || text[i] == '}') --depth;
    if (text[i] == text[begin] && depth <= 0) return i + 1;
  }
  const std::size_t end = text.find(text[begin], begin + 1);
  return end == std::string_view::npos ? text.size() : end + 1;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What is left of a pattern, ?<-?->?, is one ? as well.
std::string joined(std::string_view text) {
  constexpr std::string_view signs = "?<>-*";
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(signs, i), text.size());
    const std::string_view run = text.substr(i, end - i);
    if (run.find('?') != std::string_view::npos) {
      result += '?';
    } else {
      result += run;
    }
    if (end < text.size()) result += text[end];
    i = end + 1;
  }
  return result;
}

}  // namespace

bool is_resource_error(const DatabaseError& error) {
  return contains_any(to_lower(error.code + " " + error.message), resource_texts);
}

bool is_internal_error(const DatabaseError& error) {
  if (is_resource_error(error)) return false;
  for (const std::string_view code : internal_codes) {
    if (error.code.starts_with(code)) return true;
  }
  return contains_any(to_lower(error.message), internal_texts);
}

std::string normalise_error(std::string_view text) {
  // Behind the first line, some print the plan that they stumbled over.
  text = text.substr(0, text.find('\n'));
  std::string result;
  for (std::size_t i = 0; i < text.size() && result.size() < 200;) {
    const char c = text[i];
    if (c == '\'' || c == '`' || c == '"') {  // what is quoted is a name, a value or an expression
      result += "?";
      i = end_of_quotation(text, i);
    } else if (c == '[' || c == '(' || c == '{') {  // as is a piece of the statement
      int depth = 0;
      for (; i < text.size(); ++i) {
        if (text[i] == '[' || text[i] == '(' || text[i] == '{') ++depth;
        if ((text[i] == ']' || text[i] == ')' || text[i] == '}') && --depth == 0) break;
      }
      i = std::min(i + 1, text.size());
      result += "?";
    } else if (is_word(c)) {
      std::size_t end = i;
      bool digits = false;
      for (; end < text.size() && is_word(text[end]); ++end) {
        digits = digits || (text[end] >= '0' && text[end] <= '9');
      }
      // Neo4j names the operator of the plan with its number: Argument (Id(5)).
      const bool is_operator = text.substr(end).starts_with(" (Id(");
      result += digits || is_operator ? "?" : std::string(text.substr(i, end - i));
      i = end;
    } else {
      const bool space = c == ' ' || c == '\n' || c == '\t';
      if (!space || (!result.empty() && result.back() != ' ')) result += space ? ' ' : c;
      ++i;
    }
  }
  return std::string(trim(joined(result)));
}

std::unique_ptr<Oracle> make_error_oracle() {
  return std::make_unique<ErrorOracle>();
}

}  // namespace dinkel
