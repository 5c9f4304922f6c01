// An outcome as one line, for expectations that a person can read.
#pragma once

#include <string>

#include "base/match.h"
#include "targets/target.h"

namespace dinkel {

inline std::string show(const Outcome& outcome) {
  return match(
      outcome,
      [](const Rows& rows) {
        std::string text;
        for (const auto& row : rows.rows) {
          std::string line;
          for (const Value& value : row) {
            line += (line.empty() ? "" : ", ") + to_text(value, rows.entities);
          }
          text += (text.empty() ? "" : "; ") + line;
        }
        return text;
      },
      [](const DatabaseError& error) { return "error: " + error.message; },
      [](const Crash& crash) { return "crash: " + crash.message; },
      [](const Timeout&) -> std::string { return "timeout"; });
}

}  // namespace dinkel
