#include "targets/crash_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace dinkel {
namespace {

// A line that contains `text` begins a trace. In order of preference where one line has several.
struct Marker {
  std::string_view text;
  CrashKind kind;
};
constexpr std::array<Marker, 17> markers = {{
    {"ERROR: AddressSanitizer", CrashKind::Sanitizer},
    {"ERROR: LeakSanitizer", CrashKind::Sanitizer},
    {"WARNING: ThreadSanitizer", CrashKind::Sanitizer},
    {"WARNING: MemorySanitizer", CrashKind::Sanitizer},
    {": runtime error: ", CrashKind::Sanitizer},
    {"ASSERTION FAILED", CrashKind::Assertion},     // redis, valkey
    {"TRAP: failed Assert", CrashKind::Assertion},  // PostgreSQL
    {"Assertion `", CrashKind::Assertion},          // the C library
    {"Assertion failed", CrashKind::Assertion},
    {"terminate called after", CrashKind::Exception},  // the C++ library
    {"terminate called without", CrashKind::Exception},
    {"crashed by signal", CrashKind::Signal},         // redis, valkey
    {"was terminated by signal", CrashKind::Signal},  // PostgreSQL, about one of its processes
    {"A fatal error has been detected by the Java", CrashKind::Signal},
    {"java.lang.OutOfMemoryError", CrashKind::Exception},
    {"java.lang.StackOverflowError", CrashKind::Exception},
    {"Exception in thread", CrashKind::Exception},
}};

std::optional<CrashKind> kind_of(std::string_view line) {
  for (const Marker& marker : markers) {
    if (line.find(marker.text) != std::string_view::npos) return marker.kind;
  }
  return std::nullopt;
}

// The name of a function without its arguments, offset and address; empty when there is none.
std::string function_name(std::string_view text) {
  text = trim(text);
  text = text.substr(0, text.find_first_of("(+ "));
  const bool is_address = text.starts_with("0x") || text.starts_with("[0x");
  return is_address || text.starts_with('/') ? std::string() : std::string(text);
}

// The function of a line of a stack trace, in the forms that our databases write them:
//   #1 0x55 in name(arguments) file:1      sanitizers
//   /path/program(name+0x1f)[0x7f]         redis, valkey, the C library
//   \tat org.neo4j.Class.method(File:1)    Java
std::optional<std::string> frame_of(std::string_view line) {
  const std::string_view text = trim(line);
  if (text.starts_with("at ")) return function_name(text.substr(3));
  if (text.starts_with('#')) {
    const std::size_t in = text.find(" in ");
    return in == std::string_view::npos ? std::string() : function_name(text.substr(in + 4));
  }
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(")[0x");
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    return function_name(text.substr(open + 1, close - open - 1));
  }
  return std::nullopt;
}

// "12088 thread-pool-thr" begins the frames of a thread in the report of redis and valkey, in any
// order; the one that crashed has a star behind its name.
bool begins_thread(std::string_view line) {
  const std::size_t space = line.find(' ');
  return space != 0 && space < line.size() && line.find("[0x") == std::string_view::npos &&
         std::ranges::all_of(line.substr(0, space), [](char c) { return c >= '0' && c <= '9'; });
}

// Where threads are told apart, only the one that crashed counts.
std::vector<std::string_view> without_other_threads(const std::vector<std::string_view>& lines) {
  const auto is_crashed = [](std::string_view line) {
    return begins_thread(line) && line.ends_with(" *");
  };
  if (std::ranges::none_of(lines, is_crashed)) return lines;
  std::vector<std::string_view> kept;
  bool is_other = false;
  for (const std::string_view line : lines) {
    if (line.starts_with("EIP:")) is_other = true;  // the first frame of that thread
    if (begins_thread(line)) is_other = !is_crashed(line);
    if (!is_other) kept.push_back(line);
  }
  return kept;
}

// Innermost frames that tell a crash from others.
constexpr std::size_t told_frames = 3;

// What every statement passes on its way says nothing, and is not in every trace: the compiler
// leaves some of it out.
bool is_passed_by_all(std::string_view frame) {
  constexpr std::array<std::string_view, 6> passed = {
      // FalkorDB
      "ExecutionPlan_Execute", "_ExecuteQuery", "_query", "thread_do", "start_thread", "clone3"};
  return std::ranges::find(passed, frame) != passed.end();
}

bool ends_report(std::string_view line) {
  constexpr std::array<std::string_view, 5> ends = {"SUMMARY: ", "BUG REPORT END",
                                                    "------ STACK TRACE DONE", "------ REGISTERS",
                                                    "------ INFO OUTPUT"};
  return std::ranges::any_of(
      ends, [line](std::string_view end) { return line.find(end) != std::string_view::npos; });
}

}  // namespace

std::string_view to_text(CrashKind kind) {
  switch (kind) {
    case CrashKind::Sanitizer:
      return "sanitizer";
    case CrashKind::Assertion:
      return "assertion";
    case CrashKind::Signal:
      return "signal";
    case CrashKind::Exception:
      return "exception";
  }
  return "";
}

std::string CrashTrace::signature() const {
  std::string result(to_text(kind));
  std::vector<std::string_view> told;
  for (const std::string& frame : frames) {
    if (told.size() == told_frames || (!told.empty() && is_passed_by_all(frame))) break;
    // How deep a recursion went is chance.
    if (told.empty() || told.back() != frame) told.push_back(frame);
  }
  for (const std::string_view frame : told) result += fmt::format(" {}", frame);
  if (!told.empty()) return result;
  // Without frames the headline has to do; its numbers (times, processes, addresses) differ each
  // time.
  result += ' ';
  bool in_number = false;
  for (const char c : headline) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) result += c;
    if (is_digit && !in_number) result += '#';
    in_number = is_digit;
  }
  return result;
}

std::optional<CrashTrace> find_crash(std::string_view log) {
  constexpr std::size_t longest = 200;  // lines of a trace
  const std::vector<std::string_view> lines = split(log, '\n');
  std::size_t begin = 0;
  std::optional<CrashKind> kind;
  while (begin < lines.size() && !(kind = kind_of(lines[begin]))) ++begin;
  if (!kind) return std::nullopt;

  CrashTrace trace;
  trace.kind = *kind;
  trace.headline = trim(lines[begin]);
  std::size_t end = begin + 1;
  std::size_t without_frame = 0;
  // A trace may begin some lines below the headline, and has no gaps of this size.
  while (end < std::min(lines.size(), begin + longest) && !ends_report(lines[end]) &&
         without_frame < 25) {
    without_frame = frame_of(lines[end++]) ? 0 : without_frame + 1;
  }
  using Offset = std::ptrdiff_t;
  for (const std::string_view line :
       without_other_threads({lines.begin() + static_cast<Offset>(begin),
                              lines.begin() + static_cast<Offset>(end)})) {
    trace.text += fmt::format("{}\n", line);
    const auto frame = frame_of(line);
    if (frame && !frame->empty()) trace.frames.push_back(*frame);
  }
  return trace;
}

std::string_view last_lines(std::string_view text, std::size_t count) {
  std::size_t begin = text.size();
  if (begin > 0 && text.back() == '\n') --begin;
  for (; begin > 0; --begin) {
    if (text[begin - 1] == '\n' && --count == 0) break;
  }
  return text.substr(begin);
}

}  // namespace dinkel
