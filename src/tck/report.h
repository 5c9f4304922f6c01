// What a run of the TCK found, as text for people, JSON for programs and JUnit XML for CI servers.
#pragma once

#include <string>
#include <string_view>

#include "tck/judge.h"

namespace dinkel {

// "3897 passed, 0 failed, 0 skipped". Known failures count as failed: they did fail.
std::string summary_line(const SuiteReport& report);

// What did not go as it should, a paragraph each; then the known failures, counted; the summary
// last. `known_path` is the file that lists them.
std::string report_text(const SuiteReport& report, std::string_view known_path);
std::string report_json(const SuiteReport& report, std::string_view target);
std::string report_junit(const SuiteReport& report, std::string_view target);

}  // namespace dinkel
