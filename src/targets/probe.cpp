#include "targets/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/match.h"
#include "base/text.h"
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "targets/embedded.h"

namespace dinkel {
namespace {

constexpr std::chrono::milliseconds deadline(10'000);
constexpr std::string_view marker = "# ---- below: written by `dinkel targets probe ";

// Protocols differ in how many digits of a float they carry; a deviation of the language is none
// of the twelfth digit.
Value rounded(const Value& value) {
  if (const auto* number = value.get_if<double>()) {
    if (!std::isfinite(*number)) return *number;
    return std::strtod(fmt::format("{:.12g}", *number).c_str(), nullptr);
  }
  if (const auto* list = value.get_if<Values>()) {
    Values values;
    for (const Value& item : *list) values.push_back(rounded(item));
    return values;
  }
  if (const auto* map = value.get_if<Map>()) {
    Map result;
    for (const auto& [key, item] : *map) result.set(key, rounded(item));
    return result;
  }
  return value;
}

Rows rounded(Rows rows) {
  for (auto& row : rows.rows) {
    for (Value& value : row) value = rounded(value);
  }
  return rows;
}

std::string shown(std::string text) {
  constexpr std::size_t limit = 200;
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

std::string show(const Outcome& outcome) {
  return shown(match(
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
        return text.empty() ? std::string("no rows") : text;
      },
      [](const DatabaseError& error) {
        return error.code.empty() ? error.message : error.code + ": " + error.message;
      },
      [](const Crash& crash) { return "crash: " + crash.message; },
      [](const Timeout&) -> std::string { return "no answer in time"; }));
}

// A graph in a line, for a deviation.
std::string show(const Entities& graph) {
  std::string text;
  for (const auto& [id, node] : graph.nodes) text += (text.empty() ? "" : ", ") + to_text(node);
  for (const auto& [id, each] : graph.relationships) text += ", " + to_text(each);
  return shown(text);
}

bool prepare(Target& target) {
  bool fine = std::holds_alternative<Rows>(target.reset());
  for (const std::string& statement : probe_graph()) {
    fine = std::holds_alternative<Rows>(target.run(statement, {}, deadline)) && fine;
  }
  return fine;
}

class Prober {
 public:
  explicit Prober(Target& target) : target_(target), reference_("reference", BugSet()) {}

  ProbeResult run(const Probe& probe) {
    if (dirty_) {
      prepare(reference_);
      prepare(target_);
      dirty_ = false;
    }
    const bool has_parameter = probe.statement.find("$p") != std::string::npos;
    const Map parameters = has_parameter ? probe_parameters() : Map();
    const Outcome ours = reference_.run(probe.statement, parameters, deadline);
    const Outcome theirs = target_.run(probe.statement, parameters, deadline);
    dirty_ = probe.writes || std::holds_alternative<Crash>(theirs) ||
             std::holds_alternative<Timeout>(theirs);
    ProbeResult result{probe.name};
    const auto* expected = std::get_if<Rows>(&ours);
    const auto* actual = std::get_if<Rows>(&theirs);
    if (actual == nullptr) {
      const bool both_refuse = expected == nullptr && std::holds_alternative<DatabaseError>(theirs);
      if (both_refuse) return result;
      return {probe.name, ProbeStatus::Unsupported, show(ours), show(theirs)};
    }
    if (expected == nullptr || differ(*expected, *actual)) {
      return {probe.name, ProbeStatus::Deviating, show(ours), show(theirs)};
    }
    if (!probe.writes) return result;
    const auto graph = target_.graph();
    const auto expected_graph = reference_.graph();
    if (!graph) return {probe.name, ProbeStatus::Unsupported, "", "the graph cannot be read"};
    if (isomorphic(*expected_graph, *graph)) return result;
    return {probe.name, ProbeStatus::Deviating, show(*expected_graph), show(*graph)};
  }

 private:
  bool differ(const Rows& expected, const Rows& actual) const {
    // Some do not name the columns of an empty answer.
    if (expected.rows.empty() && actual.rows.empty()) return false;
    const Determinism determinism =
        reference_.last_answer() ? reference_.last_answer()->determinism : Determinism();
    return rows_difference(rounded(expected), rounded(actual), determinism).has_value();
  }

  Target& target_;
  EmbeddedTarget reference_;
  bool dirty_ = true;
};

// TOML: a basic string.
std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  // Half a character, which a database may well print, is no TOML.
  if (const auto bad = first_invalid_utf8(result)) return toml_text(text.substr(0, *bad / 2));
  return result + '"';
}

std::string toml_key(std::string_view key) {
  const bool bare = std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
  return bare ? std::string(key) : toml_text(key);
}

// A list of texts, as many in a line as fit.
std::string toml_list(const ProbeReport& report, ProbeStatus status) {
  constexpr std::size_t width = 100;
  std::string text = "[\n";
  std::string line = " ";
  for (const ProbeResult& result : report.results) {
    if (result.status != status) continue;
    const std::string item = " " + toml_text(result.name) + ",";
    if (line.size() + item.size() > width) {
      text += line + "\n";
      line = " ";
    }
    line += item;
  }
  return text + line + "\n]\n";
}

}  // namespace

std::vector<std::string> probe_graph() {
  return {"CREATE (:A {k: 1, s: 'x'})-[:R {w: 2}]->(:B {k: 2, s: 'y'})",
          "MATCH (b:B) CREATE (b)-[:S {w: 3}]->(:A {k: 3, s: 'z'})"};
}

Map probe_parameters() {
  return Map({{"p", Map({{"k", 5}, {"s", "p"}})}});
}

std::vector<Probe> all_probes() {
  std::vector<Probe> probes = feature_probes();
  for (Probe& probe : function_probes()) probes.push_back(std::move(probe));
  return probes;
}

std::size_t ProbeReport::count(ProbeStatus status) const {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(),
                    [&](const ProbeResult& result) { return result.status == status; }));
}

ProbeReport probe_target(Target& target,
                         const std::function<void(std::size_t done, std::size_t total)>& progress) {
  ProbeReport report{target.name(), target.version(), {}};
  const std::vector<Probe> probes = all_probes();
  Prober prober(target);
  for (const Probe& probe : probes) {
    report.results.push_back(prober.run(probe));
    progress(report.results.size(), probes.size());
  }
  return report;
}

std::string with_probe(std::string_view dialect_text, const ProbeReport& report) {
  std::string text(dialect_text.substr(0, dialect_text.find(marker)));
  if (trim(text).empty()) text = fmt::format("name = {}\n", toml_text(report.target));
  while (text.ends_with("\n\n")) text.pop_back();
  text += fmt::format("\n{}{}`, which replaces it ----\n\n[probe]\nversion = {}\n", marker,
                      report.target, toml_text(report.version));
  text += "supported = " + toml_list(report, ProbeStatus::Supported);
  text += "\n[probe.unsupported] # with the error\n";
  for (const ProbeResult& result : report.results) {
    if (result.status != ProbeStatus::Unsupported) continue;
    text += fmt::format("{} = {}\n", toml_key(result.name), toml_text(result.theirs));
  }
  text += "\n[probe.deviating] # the reference's answer, and the database's\n";
  for (const ProbeResult& result : report.results) {
    if (result.status != ProbeStatus::Deviating) continue;
    text += fmt::format("{} = [{}, {}]\n", toml_key(result.name), toml_text(result.ours),
                        toml_text(result.theirs));
  }
  return text;
}

}  // namespace dinkel
