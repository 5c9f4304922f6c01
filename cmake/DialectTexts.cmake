# Compiles targets/*/dialect.toml into the library dinkel_targets. A change of such a file makes
# CMake run again.
file(GLOB dialect_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/targets/*/dialect.toml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dialect_files})
set(dialect_rows "")
foreach(file ${dialect_files})
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder FILENAME target)
  file(READ ${file} text)
  string(APPEND dialect_rows "    {\"${target}\", R\"toml(${text})toml\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/dialect_texts.cpp @ONLY CONTENT [[
#include "targets/dialect_texts.h"

namespace dinkel {

std::span<const DialectText> dialect_texts() {
  static constexpr DialectText rows[] = {
@dialect_rows@  };
  return rows;
}

}  // namespace dinkel
]])
target_sources(dinkel_targets PRIVATE ${CMAKE_BINARY_DIR}/dialect_texts.cpp)
