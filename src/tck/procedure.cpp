#include "tck/procedure.h"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "tck/notation.h"

namespace dinkel {
namespace {

using Fields = std::vector<ProcedureSignature::Field>;

std::optional<Type> read_type(std::string_view name) {
  const bool nullable = name.ends_with('?');
  if (nullable) name.remove_suffix(1);
  static constexpr std::array<std::pair<std::string_view, Kinds>, 7> types = {{
      {"STRING", Kind::String},
      {"INTEGER", Kind::Integer},
      {"FLOAT", Kind::Float},
      {"NUMBER", kinds::number},
      {"BOOLEAN", Kind::Boolean},
      {"MAP", Kind::Map},
      {"ANY", Kinds::all()},
  }};
  for (const auto& [known, kinds] : types) {
    if (known == name) return nullable ? Type::of(kinds).or_null() : Type::of(kinds);
  }
  return std::nullopt;
}

// "name :: STRING?, id :: INTEGER?"
std::optional<Fields> read_fields(std::string_view text) {
  Fields fields;
  while (!trim(text).empty()) {
    const auto end = std::min(text.find(','), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto colons = field.find("::");
    if (colons == std::string_view::npos) return std::nullopt;
    const auto type = read_type(trim(field.substr(colons + 2)));
    if (!type) return std::nullopt;
    fields.push_back({std::string(trim(field.substr(0, colons))), *type});
  }
  return fields;
}

std::optional<ProcedureSignature> read_signature(std::string_view text) {
  const auto open = text.find('(');
  const auto close = text.find(')');
  const auto open_outputs = text.rfind('(');
  const auto close_outputs = text.rfind(')');
  if (close == std::string_view::npos || open > close || open_outputs < close ||
      close_outputs < open_outputs) {
    return std::nullopt;
  }
  auto inputs = read_fields(text.substr(open + 1, close - open - 1));
  auto outputs = read_fields(text.substr(open_outputs + 1, close_outputs - open_outputs - 1));
  if (!inputs || !outputs) return std::nullopt;
  return ProcedureSignature{std::string(trim(text.substr(0, open))), std::move(*inputs),
                            std::move(*outputs)};
}

}  // namespace

Result<TableProcedure, std::string> read_procedure(std::string_view signature,
                                                   const TextTable& table) {
  auto read = read_signature(signature);
  if (!read) return fmt::format("the signature {} is not understood", signature);
  TableProcedure procedure{std::move(*read), {}};
  Entities entities;
  for (std::size_t row = 1; row < table.size(); ++row) {
    std::vector<Value> values;
    for (const std::string& cell : table[row]) {
      auto value = read_notation(cell, entities);
      if (!value.ok()) return value.error().message;
      values.push_back(std::move(*value));
    }
    if (values.size() != procedure.signature.inputs.size() + procedure.signature.outputs.size()) {
      return fmt::format("a row of {} does not fit its signature", procedure.signature.name);
    }
    procedure.table.push_back(std::move(values));
  }
  return procedure;
}

}  // namespace dinkel
