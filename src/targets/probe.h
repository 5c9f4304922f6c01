// Probing asks a database what it supports: one tiny query for each clause, pattern feature,
// operator, literal and function overload, compared with what the reference answers to the same
// query on the same graph. The result is the machine-written part of dialect.toml, below a marker
// line; what stands above it is written by people and stays.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/functions.h"
#include "targets/target.h"

namespace dinkel {

struct Probe {
  std::string name;       // a feature, a deviation, "split(String, String)", "operator +"
  std::string statement;  // on the graph that probe_graph() makes
  bool writes = false;    // then the graph is compared too
};
// All of them, in a fixed order.
std::vector<Probe> all_probes();
std::vector<Probe> feature_probes();   // probe_features.cpp
std::vector<Probe> function_probes();  // probe_functions.cpp
// "split(String, String)".
std::string overload_name(const Function& function);
// The statements that make the graph.
std::vector<std::string> probe_graph();
// What a statement with $p in it gets.
Map probe_parameters();

enum class ProbeStatus {
  Supported,    // answers as the reference does
  Unsupported,  // an error, a crash or no answer, where the reference has rows
  Deviating,    // answers, but differently
};
struct ProbeResult {
  std::string name;
  ProbeStatus status = ProbeStatus::Supported;
  std::string ours = {};    // of a deviation: the reference's answer
  std::string theirs = {};  // the answer of the database, or its error
};
struct ProbeReport {
  std::string target;
  std::string version;
  std::vector<ProbeResult> results;
  std::size_t count(ProbeStatus status) const;
};

// `progress` is called after each probe.
ProbeReport probe_target(Target& target,
                         const std::function<void(std::size_t done, std::size_t total)>& progress);

// The text of a dialect file with the part below the marker replaced by this report.
std::string with_probe(std::string_view dialect_text, const ProbeReport& report);

}  // namespace dinkel
