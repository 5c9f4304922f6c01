// Error is the one exception of this program: something is wrong with the environment (a file that
// cannot be read, a server that cannot be reached). It is caught in main and printed as one
// sentence that says what happened, where, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace dinkel {

// The exit codes of the program, part of its interface.
enum class ExitCode { Ok = 0, Findings = 1, Usage = 2, Unreachable = 3, Internal = 4 };

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence, ExitCode code = ExitCode::Usage)
      : std::runtime_error(sentence), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace dinkel
