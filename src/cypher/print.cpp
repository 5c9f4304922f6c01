#include "cypher/print.h"

#include <array>
#include <charconv>
#include <cmath>

#include "cypher/keywords.h"
#include "cypher/lexer.h"
#include "cypher/printer.h"

namespace dinkel {

void Printer::name(std::string_view name) {
  if (is_plain_name(name) && !must_be_quoted(find_keyword(name))) return text(name);
  out_.push_back('`');
  for (const char c : name) {
    if (c == '`') out_.push_back('`');
    out_.push_back(c);
  }
  out_.push_back('`');
}

// The parts of a name between its dots. The words before a parenthesis need no quotes.
void Printer::dotted_name(std::string_view name_text, bool quote_words) {
  while (true) {
    const std::size_t dot = name_text.find('.');
    const std::string_view part = name_text.substr(0, dot);
    const bool reserved = quote_words && is_reserved(find_keyword(part));
    if (is_plain_name(part) && !reserved) {
      text(part);
    } else {
      name(part);
    }
    if (dot == std::string_view::npos) return;
    out_.push_back('.');
    name_text.remove_prefix(dot + 1);
  }
}

void Printer::string(std::string_view value) {
  constexpr std::string_view digits = "0123456789abcdef";
  out_.push_back('\'');
  std::size_t plain_start = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto byte = static_cast<unsigned char>(value[i]);
    if (byte >= 0x20 && byte != '\'' && byte != '\\' && byte != 0x7F) continue;
    text(value.substr(plain_start, i - plain_start));
    plain_start = i + 1;
    out_.push_back('\\');
    switch (value[i]) {
      case '\'':
      case '\\':
        out_.push_back(value[i]);
        break;
      case '\n':
        out_.push_back('n');
        break;
      case '\r':
        out_.push_back('r');
        break;
      case '\t':
        out_.push_back('t');
        break;
      case '\b':
        out_.push_back('b');
        break;
      case '\f':
        out_.push_back('f');
        break;
      default:
        text("u00");
        out_.push_back(digits[byte >> 4]);
        out_.push_back(digits[byte & 0xFU]);
    }
  }
  text(value.substr(plain_start));
  out_.push_back('\'');
}

void Printer::integer(std::int64_t value) {
  std::array<char, 24> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out_.append(buffer.data(), result.ptr);
}

// The shortest text that gives the same float again, without the + that openCypher does not know.
void Printer::floating(double value) {
  if (std::isnan(value)) return text("NaN");
  if (std::isinf(value)) return text(value < 0 ? "-Infinity" : "Infinity");
  std::array<char, 40> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  bool is_float = false;
  for (const char* c = buffer.data(); c != result.ptr; ++c) {
    if (*c == '+') continue;
    is_float |= *c == '.' || *c == 'e';
    out_.push_back(*c);
  }
  if (!is_float) text(".0");
}

void Printer::parameter(std::string_view parameter_name) {
  out_.push_back('$');
  bool plain = !parameter_name.empty();
  for (const char c : parameter_name) plain &= (c >= '0' && c <= '9');
  if (plain || is_plain_name(parameter_name)) {
    text(parameter_name);
  } else {
    name(parameter_name);
  }
}

// ---- The interface ------------------------------------------------------------------------------

namespace {
template <typename Print>
std::string to_string(Layout layout, Print print_it) {
  std::string out;
  Printer printer(out, layout);
  print_it(printer);
  return out;
}
}  // namespace

std::string print(const Statement& statement, Layout layout) {
  return to_string(layout, [&](Printer& printer) { printer.print(statement); });
}
std::string print(const Query& query, Layout layout) {
  return to_string(layout, [&](Printer& printer) { printer.print(query); });
}
std::string print(const Clause& clause, Layout layout) {
  return to_string(layout, [&](Printer& printer) { printer.print(clause); });
}
std::string print(const Expr& expr) {
  return to_string(Layout::Compact, [&](Printer& printer) { printer.print(expr); });
}
std::string print(const PatternPart& part) {
  return to_string(Layout::Compact, [&](Printer& printer) { printer.print(part); });
}
std::string print(const LabelExpr& labels) {
  return to_string(Layout::Compact, [&](Printer& printer) { printer.print_labels(labels); });
}
std::string quote_name(std::string_view name) {
  return to_string(Layout::Compact, [&](Printer& printer) { printer.name(name); });
}
std::string quote_string(std::string_view text) {
  return to_string(Layout::Compact, [&](Printer& printer) { printer.string(text); });
}

}  // namespace dinkel
