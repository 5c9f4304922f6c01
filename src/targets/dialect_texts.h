// The files targets/*/dialect.toml as they were when the program was built. The build writes the
// source (cmake/DialectTexts.cmake).
#pragma once

#include <span>
#include <string_view>

namespace dinkel {

struct DialectText {
  std::string_view target;
  std::string_view text;
};
std::span<const DialectText> dialect_texts();  // by name

}  // namespace dinkel
