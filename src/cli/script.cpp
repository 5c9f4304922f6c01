#include "cli/script.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cypher/parse.h"
#include "graph/graph.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

bool is_parameter_line(std::string_view line) {
  line = trim(line);
  return line.starts_with(":param ") || line.starts_with(":param\t");
}

class ScriptReader {
 public:
  explicit ScriptReader(std::string_view text) : text_(text) {}

  Result<std::vector<ScriptItem>, QueryError> read() {
    std::size_t statements_from = 0;
    for (std::size_t at = 0; at < text_.size();) {
      const auto end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = text_.substr(at, end - at);
      if (is_parameter_line(line)) {
        add_statements(text_.substr(statements_from, at - statements_from));
        if (!add_parameter(trim(line))) {
          return QueryError{ErrorType::SyntaxError, ErrorPhase::CompileTime,
                            ErrorDetail::UnexpectedSyntax, "expected :param name => expression",
                            static_cast<std::uint32_t>(at)};
        }
        statements_from = end;
      }
      at = end + 1;
    }
    add_statements(text_.substr(statements_from));
    return std::move(items_);
  }

 private:
  std::uint32_t offset_of(std::string_view piece) const {
    return static_cast<std::uint32_t>(piece.data() - text_.data());
  }

  void add_statements(std::string_view text) {
    for (const std::string_view piece : split_statements(text)) {
      const std::string_view statement = trim(piece);
      items_.push_back({{}, statement, offset_of(statement)});
    }
  }

  bool add_parameter(std::string_view line) {
    const auto arrow = line.find("=>");
    if (arrow == std::string_view::npos) return false;
    const std::string_view command = ":param";
    const std::string_view name = trim(line.substr(command.size(), arrow - command.size()));
    std::string_view expression = trim(line.substr(arrow + 2));
    if (expression.ends_with(';')) expression = trim(expression.substr(0, expression.size() - 1));
    if (name.empty() || expression.empty()) return false;
    items_.push_back({std::string(name), expression, offset_of(expression)});
    return true;
  }

  std::string_view text_;
  std::vector<ScriptItem> items_;
};

}  // namespace

Result<std::vector<ScriptItem>, QueryError> read_script(std::string_view text) {
  return ScriptReader(text).read();
}

Result<Value, QueryError> evaluate_literal(std::string_view expression) {
  auto parsed = parse_expression(expression);
  if (!parsed.ok()) return parsed.error();
  Return clause;
  clause.projection.items.push_back({std::move(*parsed), "value", {}});
  Statement statement;
  statement.body = Query{{SingleQuery{{Clause{{}, std::move(clause)}}}}, {}};
  Graph graph;
  auto answer = interpret(statement, graph);
  if (!answer.ok()) return answer.error();
  return std::move(answer->rows.rows.at(0).at(0));
}

Position position_of(std::string_view text, std::size_t offset) {
  Position position;
  for (const char c : text.substr(0, std::min(offset, text.size()))) {
    if (c == '\n') {
      ++position.line;
      position.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++position.column;
    }
  }
  return position;
}

}  // namespace dinkel
