#include "targets/parameters.h"

#include "cypher/lexer.h"

namespace dinkel {
namespace {

// The name in a parameter's token, $x or $`a b`.
std::string parameter_name(std::string_view token) {
  token.remove_prefix(1);
  if (token.empty() || token.front() != '`') return std::string(token);
  std::string name;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    name += token[i];
    if (token[i] == '`') ++i;  // doubled
  }
  return name;
}

}  // namespace

std::string replace_parameters(
    std::string_view statement,
    const std::function<std::optional<std::string>(const std::string& name)>& text_of) {
  std::string result;
  std::size_t copied = 0;
  for (const Token& token : tokenize(statement)) {
    if (token.kind != TokenKind::Parameter) continue;
    const auto text = text_of(parameter_name(statement.substr(token.offset, token.length)));
    if (!text) continue;
    result += statement.substr(copied, token.offset - copied);
    result += *text;
    copied = token.offset + token.length;
  }
  return result.append(statement.substr(copied));
}

}  // namespace dinkel
