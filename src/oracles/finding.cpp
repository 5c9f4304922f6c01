#include "oracles/finding.h"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::string_view format_name = "dinkel-finding";

constexpr std::array<std::pair<FindingKind, std::string_view>, 7> kinds{{
    {FindingKind::WrongRows, "wrong-rows"},
    {FindingKind::WrongGraph, "wrong-graph"},
    {FindingKind::OnlyOneFails, "only-one-fails"},
    {FindingKind::InternalError, "internal-error"},
    {FindingKind::Crash, "crash"},
    {FindingKind::Hang, "hang"},
    {FindingKind::Leak, "leak"},
}};

Finding read_fields(const Json& json) {
  Finding finding;
  finding.target = json.at("target");
  finding.target_version = json.at("target_version");
  finding.opened_as = json.value("opened_as", "");
  finding.oracle = json.at("oracle");
  const std::string kind = json.at("kind");
  const auto known = finding_kind_named(kind);
  if (!known) throw Error(fmt::format("there is no kind of finding {}", kind));
  finding.kind = *known;
  finding.setup = json.at("setup").get<std::vector<std::string>>();
  for (const auto& [name, value] : json.at("parameters").items()) {
    finding.parameters.emplace_back(name, value.get<std::string>());
  }
  finding.original = json.at("original");
  finding.statement = json.value("statement", finding.original);
  finding.rewritten = json.at("rewritten");
  finding.before = json.value("before", std::vector<std::string>());
  finding.after = json.value("after", std::vector<std::string>());
  for (const Json& step : json.at("trace")) {
    finding.trace.push_back({step.at("rule"), step.at("site"), step.at("seed")});
  }
  finding.rules = json.at("rules").get<std::vector<std::string>>();
  finding.difference = json.at("difference");
  finding.original_outcome = json.at("original_outcome");
  finding.rewritten_outcome = json.at("rewritten_outcome");
  finding.normalised = json.value("normalised", "");
  finding.cause = json.value("cause", "");
  finding.seed = json.at("seed");
  finding.index = json.at("index");
  finding.planted = json.at("planted").get<std::vector<std::string>>();
  return finding;
}

}  // namespace

std::string_view to_text(FindingKind kind) {
  for (const auto& [known, name] : kinds) {
    if (known == kind) return name;
  }
  return "";
}

std::optional<FindingKind> finding_kind_named(std::string_view name) {
  for (const auto& [kind, known] : kinds) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::size_t reported_bytes(const Finding& finding) {
  std::size_t bytes = finding.original.size();
  for (const std::string& statement : finding.setup) bytes += statement.size();
  return bytes;
}

std::string to_json_text(const Finding& finding) {
  Json trace = Json::array();
  for (const AppliedRule& step : finding.trace) {
    trace.push_back({{"rule", step.rule}, {"site", step.site}, {"seed", step.seed}});
  }
  Json parameters = Json::object();
  for (const auto& [name, literal] : finding.parameters) parameters[name] = literal;
  const Json json = {
      {"format", format_name},
      {"version", format_version},
      {"target", finding.target},
      {"target_version", finding.target_version},
      {"opened_as", finding.opened_as},
      {"oracle", finding.oracle},
      {"kind", to_text(finding.kind)},
      {"setup", finding.setup},
      {"parameters", std::move(parameters)},
      {"statement", finding.statement},
      {"original", finding.original},
      {"rewritten", finding.rewritten},
      {"before", finding.before},
      {"after", finding.after},
      {"rules", finding.rules},
      {"trace", std::move(trace)},
      {"difference", finding.difference},
      {"original_outcome", finding.original_outcome},
      {"rewritten_outcome", finding.rewritten_outcome},
      {"normalised", finding.normalised},
      {"cause", finding.cause},
      {"seed", finding.seed},
      {"index", finding.index},
      {"planted", finding.planted},
  };
  // Bytes that are not UTF-8 (a server's log) are replaced: a report must never fail on them.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Finding finding_from_json(std::string_view text, std::string_view name) {
  if (trim(text).empty()) throw Error(fmt::format("{} is empty: it holds no finding", name));
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    throw Error(fmt::format("{} is no finding: it is not JSON, or it is cut off", name));
  }
  if (!json.is_object() || json.value("format", Json()) != format_name) {
    throw Error(
        fmt::format("{} is no finding of dinkel: it has no \"format\": \"{}\"", name, format_name));
  }
  const Json version = json.value("version", Json());
  if (!version.is_number_integer() || version.get<std::int64_t>() < 1) {
    throw Error(fmt::format("{} is damaged: its version is no positive number", name));
  }
  if (version.get<std::int64_t>() > format_version) {
    throw Error(
        fmt::format("{} has version {} of the format, this dinkel reads up to {}; use a newer one",
                    name, version.get<std::int64_t>(), format_version));
  }
  try {
    return read_fields(json);
  } catch (const Json::exception& error) {
    throw Error(fmt::format("{} is damaged: {}", name, error.what()));
  } catch (const Error& error) {
    throw Error(fmt::format("{} is damaged: {}", name, error.what()));
  }
}

Finding read_finding(const std::filesystem::path& path) {
  const auto file = std::filesystem::is_directory(path) ? path / "finding.json" : path;
  return finding_from_json(read_file(file), file.string());
}

}  // namespace dinkel
