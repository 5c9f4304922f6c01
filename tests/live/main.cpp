// The tests open databases that are libraries, so this program hosts them as dinkel itself does.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "targets/child/child_target.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == dinkel::serve_library_command) {
    return dinkel::serve_library(std::span(arguments).subspan(1));
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
