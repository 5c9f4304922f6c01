// What the log of a database says about how it died. Logs are long; a finding wants the stack
// trace, the failed assertion or the sanitizer's report, and a signature by which two crashes with
// the same cause can be told to be the same.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

enum class CrashKind { Sanitizer, Assertion, Signal, Exception };
std::string_view to_text(CrashKind kind);

struct CrashTrace {
  CrashKind kind = CrashKind::Signal;
  std::string headline;             // the line that says what happened
  std::string text;                 // headline and trace, as they stand in the log
  std::vector<std::string> frames;  // functions, innermost first, without addresses and arguments
  // Kind, innermost frames and headline without numbers: the same for the same cause.
  std::string signature() const;
};

// The first trace in the log, for what comes later is often a consequence. The log of a server that
// ended in peace has none.
std::optional<CrashTrace> find_crash(std::string_view log);

// The last lines, at most that many.
std::string_view last_lines(std::string_view text, std::size_t count);

}  // namespace dinkel
