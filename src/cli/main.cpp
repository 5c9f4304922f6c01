// The entry of the program; what it does is in commands.cpp, where tests can reach it.
#include <string>
#include <vector>

#include "base/launcher.h"
#include "cli/commands.h"

int main(int count, char** words) {
  dinkel::start_launcher();  // while there is little to copy
  const std::vector<std::string> arguments(words + 1, words + count);
  return static_cast<int>(dinkel::run_program(arguments));
}
