#include "targets/dialect_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cypher/functions.h"
#include "targets/dialect_texts.h"
#include "targets/limits.h"
#include "targets/probe.h"

namespace dinkel {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  for (const std::string_view part : split(pattern, '*')) {
    const auto found = text.find(part);
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + part.size());
  }
  return true;
}

class DialectReader {
 public:
  DialectReader(std::string_view source, std::string_view version)
      : source_(source), version_(version) {}

  TargetDialect read(const toml::table& file);

 private:
  [[noreturn]] void refuse(const toml::node& node, std::string_view reason) const {
    throw Error(fmt::format("{}:{}: {}", source_, node.source().begin.line, reason));
  }
  std::string text(const toml::node& node) const {
    const auto value = node.value<std::string>();
    if (!value) refuse(node, "a text was expected");
    return *value;
  }
  const toml::table& table(const toml::node& node) const {
    const toml::table* result = node.as_table();
    if (result == nullptr) refuse(node, "a table was expected");
    return *result;
  }
  std::vector<std::string> texts(const toml::node& node) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) refuse(node, "a list of texts was expected");
    std::vector<std::string> result;
    for (const toml::node& item : *array) result.push_back(text(item));
    return result;
  }
  void remove_features(const toml::node& node) {
    for (const toml::node& item : *node.as_array()) {
      const auto feature = feature_named(text(item));
      if (!feature) refuse(item, fmt::format("there is no feature {}", text(item)));
      result_.dialect.remove(*feature);
    }
  }
  void remove_functions(const toml::node& node) {
    for (std::string& name : texts(node)) {
      result_.dialect.missing_functions.push_back(to_lower(name));
    }
  }
  void read_protocol(const toml::node& node);
  void read_deviations(const toml::table& deviations);
  void read_errors(const toml::table& errors);
  void read_older(const toml::node& node);
  void read_probe(const toml::table& probe);
  void apply_probe();
  void remove_wanting_functions();
  bool is_wanting(const std::string& name) const {
    return wanting_.contains(name) && !accepted_.contains(name);
  }

  std::string_view source_;
  std::string_view version_;
  TargetDialect result_;
  std::set<std::string> accepted_;
  std::set<std::string> wanting_;                  // by the probe: unsupported or deviating
  std::map<std::string, std::string> deviations_;  // by the probe, with both answers
};

void DialectReader::read_protocol(const toml::node& node) {
  static constexpr std::array<std::pair<std::string_view, Protocol>, 5> names = {
      {{"bolt", Protocol::Bolt},
       {"resp", Protocol::Resp},
       {"postgres", Protocol::Postgres},
       {"graphqlite", Protocol::GraphQLite},
       {"kuzu", Protocol::Kuzu}}};
  for (const auto& [name, protocol] : names) {
    if (name == text(node)) {
      result_.protocol = protocol;
      return;
    }
  }
  refuse(node, fmt::format("there is no protocol {}", text(node)));
}

void DialectReader::read_deviations(const toml::table& deviations) {
  for (const auto& [key, reason] : deviations) {
    const auto deviation = deviation_named(key.str());
    if (!deviation) refuse(reason, fmt::format("there is no deviation {}", key.str()));
    if (text(reason).empty()) refuse(reason, "a deviation needs its reason");
    result_.dialect.deviations.set(static_cast<std::size_t>(*deviation));
    result_.reasons[*deviation] = text(reason);
  }
}

void DialectReader::read_errors(const toml::table& errors) {
  for (const auto& [key, patterns] : errors) {
    if (key.str() == "expected") {
      result_.expected_errors = texts(patterns);
    } else if (key.str() == "unsupported") {
      result_.unsupported_errors = texts(patterns);
    } else if (key.str() == "internal") {
      result_.internal_errors = texts(patterns);
    } else {
      refuse(patterns,
             fmt::format("errors are expected, unsupported or internal, not {}", key.str()));
    }
  }
}

void DialectReader::read_older(const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr) refuse(node, "[[older]] was expected");
  for (const toml::node& item : *array) {
    const toml::table& entry = table(item);
    const toml::node* than = entry.get("than");
    if (than == nullptr) refuse(item, "than is missing: the first version that has it all");
    if (!is_older(version_, text(*than))) continue;
    if (const toml::node* missing = entry.get("missing")) {
      texts(*missing);
      remove_features(*missing);
    }
    if (const toml::node* missing = entry.get("missing_functions")) remove_functions(*missing);
  }
}

void DialectReader::read_probe(const toml::table& probe) {
  if (const toml::node* version = probe.get("version")) result_.probed_version = text(*version);
  if (const toml::node* unsupported = probe.get("unsupported")) {
    for (const auto& [key, reason] : table(*unsupported)) wanting_.insert(std::string(key.str()));
  }
  if (const toml::node* deviating = probe.get("deviating")) {
    for (const auto& [key, answers] : table(*deviating)) {
      wanting_.insert(std::string(key.str()));
      const std::vector<std::string> both = texts(answers);
      if (both.size() != 2) refuse(answers, "two answers were expected");
      deviations_[std::string(key.str())] =
          fmt::format("by probe: the reference answers {}, it answers {}", both[0], both[1]);
    }
  }
}

void DialectReader::apply_probe() {
  for (const std::string& name : wanting_) {
    if (accepted_.contains(name)) continue;
    if (const auto feature = feature_named(name)) result_.dialect.remove(*feature);
  }
  for (const auto& [name, reason] : deviations_) {
    const auto deviation = deviation_named(name);
    if (!deviation || accepted_.contains(name)) continue;
    result_.dialect.deviations.set(static_cast<std::size_t>(*deviation));
    result_.reasons.try_emplace(*deviation, reason);
  }
  remove_wanting_functions();
}

void DialectReader::remove_wanting_functions() {
  for (std::size_t row = 0; row < all_functions().size(); ++row) {
    const bool is_missing = is_wanting(overload_name(all_functions()[row]));
    result_.dialect.missing_overloads.push_back(is_missing);
  }
  std::set<std::string_view> seen;
  for (const Function& function : all_functions()) {
    if (!seen.insert(function.name).second) continue;
    std::size_t most_good = 0;  // arguments of an overload that works
    std::size_t least_bad = std::numeric_limits<std::size_t>::max();
    bool any_good = false;
    for (const Function* overload : functions_named(function.name)) {
      const std::size_t count = overload->parameters.size();
      if (is_wanting(overload_name(*overload))) {
        least_bad = std::min(least_bad, count);
      } else {
        any_good = true;
        most_good = std::max(most_good, count);
      }
    }
    if (least_bad == std::numeric_limits<std::size_t>::max()) continue;
    const std::string name = to_lower(function.name);
    if (!any_good) {
      result_.dialect.missing_functions.push_back(name);
    } else if (most_good < least_bad) {
      result_.dialect.missing_functions.push_back(fmt::format("{}/{}", name, least_bad));
    }
  }
}

TargetDialect DialectReader::read(const toml::table& file) {
  for (const auto& [key, node] : file) {
    if (key.str() == "name") {
      result_.dialect.name = text(node);
    } else if (key.str() == "summary") {
      result_.summary = text(node);
    } else if (key.str() == "protocol") {
      read_protocol(node);
    } else if (key.str() == "user") {
      result_.user = text(node);
    } else if (key.str() == "password") {
      result_.password = text(node);
    } else if (key.str() == "missing") {
      texts(node);
      remove_features(node);
    } else if (key.str() == "missing_functions") {
      remove_functions(node);
    } else if (key.str() == "max_nesting") {
      const auto depth = node.value<int>();
      if (!depth || *depth < 1) refuse(node, "max_nesting is a number from 1 on");
      result_.dialect.max_nesting = *depth;
    } else if (key.str() == "plan_switches") {
      result_.dialect.plan_switches = texts(node);
    } else if (key.str() == "after_schema") {
      result_.after_schema = text(node);
    } else if (key.str() == "follows_reference") {
      const auto follows = node.value<bool>();
      if (!follows) refuse(node, "follows_reference is true or false");
      result_.follows_reference = *follows;
    } else if (key.str() == "limits") {
      result_.limits = texts(node);
      for (const std::string& name : result_.limits) {
        if (find_limit(name) == nullptr) refuse(node, fmt::format("there is no limit {}", name));
      }
    } else if (key.str() == "deviations") {
      read_deviations(table(node));
    } else if (key.str() == "errors") {
      read_errors(table(node));
    } else if (key.str() == "older") {
      read_older(node);
    } else if (key.str() == "accepted") {
      for (const auto& [name, reason] : table(node)) {
        if (text(reason).empty()) refuse(reason, "what is accepted needs a reason");
        accepted_.insert(std::string(name.str()));
      }
    } else if (key.str() == "probe") {
      read_probe(table(node));
    } else {
      refuse(node, fmt::format("a dialect has no {}", key.str()));
    }
  }
  apply_probe();
  return std::move(result_);
}

std::vector<int> numbers_of(std::string_view version) {
  std::vector<int> numbers;
  for (const std::string_view part : split(version, '.')) {
    int number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    if (end != part.data() + part.size()) break;
  }
  return numbers;
}

}  // namespace

ErrorClass TargetDialect::classify(const DatabaseError& error) const {
  const std::string text = error.code + ": " + error.message;
  const auto any = [&](const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matches(pattern, text); });
  };
  if (any(internal_errors)) return ErrorClass::Internal;
  if (any(unsupported_errors)) return ErrorClass::Unsupported;
  return any(expected_errors) ? ErrorClass::Expected : ErrorClass::Other;
}

bool TargetDialect::accepts(const Statement& statement) const {
  return std::none_of(limits.begin(), limits.end(),
                      [&](const std::string& name) { return find_limit(name)->breaks(statement); });
}

bool is_older(std::string_view a, std::string_view b) {
  if (a.empty()) return false;
  return numbers_of(a) < numbers_of(b);
}

TargetDialect parse_dialect(std::string_view text, std::string_view source,
                            std::string_view version) {
  try {
    const toml::table file = toml::parse(text, source);
    return DialectReader(source, version).read(file);
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}: {}", source, error.source().begin.line, error.description()));
  }
}

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const DialectText& row : dialect_texts()) names.push_back(row.target);
  return names;
}

TargetDialect dialect_of(std::string_view target, std::string_view version) {
  for (const DialectText& row : dialect_texts()) {
    if (row.target == target) {
      return parse_dialect(row.text, fmt::format("targets/{}/dialect.toml", target), version);
    }
  }
  return {};
}

}  // namespace dinkel
