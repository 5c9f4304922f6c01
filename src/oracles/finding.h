// Finding: all that is needed to see a bug again, as text. It depends on no generator, rewriter or
// version of ours: whoever has the file can run its statements by hand.
//
// The file format is JSON with a version. A file that is empty, cut off, foreign or from a later
// version is an Error that says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dinkel {

enum class FindingKind { WrongRows, WrongGraph, OnlyOneFails, InternalError, Crash, Hang, Leak };
std::string_view to_text(FindingKind kind);  // "wrong-rows", ...
std::optional<FindingKind> finding_kind_named(std::string_view name);

// One application of a rule, by the name of the rule: indexes change, names do not.
struct AppliedRule {
  std::string rule;
  std::uint32_t site = 0;
  std::uint64_t seed = 0;
  bool operator==(const AppliedRule&) const = default;
};

struct Finding {
  std::string target;
  std::string target_version;
  // What --target was: "canary:null-xor", "falkordb@4.14.2"; empty in files that do not say.
  std::string opened_as;
  std::string oracle;
  FindingKind kind = FindingKind::WrongRows;
  std::vector<std::string> setup;
  std::vector<std::pair<std::string, std::string>> parameters;  // name, Cypher literal
  std::string statement;  // what the trace applies to; mostly the original itself
  std::string original;
  std::string rewritten;            // empty: the original alone shows the bug
  std::vector<std::string> before;  // run before the rewritten one only: an index
  std::vector<std::string> after;   // and after it
  std::vector<AppliedRule> trace;   // empty: reduced past it, or no rule was involved
  std::vector<std::string> rules;   // that were involved, in the order of the trace
  std::string difference;
  std::string original_outcome;
  std::string rewritten_outcome;
  std::string normalised;  // the error without its names and numbers; empty for wrong answers
  // The statement that is answered wrongly, without names and values; empty: nobody looked for it.
  std::string cause;
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
  std::vector<std::string> planted;  // the bugs of the canary that it needs
  bool operator==(const Finding&) const = default;
};

// The setup and what is run, in bytes: the size that reduction makes small. The rewritten statement
// follows from the original, so that it does not count.
std::size_t reported_bytes(const Finding& finding);

std::string to_json_text(const Finding& finding);
// Throws Error; `name` is what its sentence calls the text.
Finding finding_from_json(std::string_view text, std::string_view name);
// A finding file, or a folder with finding.json in it.
Finding read_finding(const std::filesystem::path& path);

}  // namespace dinkel
