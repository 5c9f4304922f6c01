#include "tck/feature.h"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <utility>

#include "base/text.h"

namespace dinkel {
namespace {

// "| a | b |": in a cell, \| is a bar, \n a line break and \\ a backslash.
std::vector<std::string> read_table_row(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|') {
      cells.emplace_back(trim(cell));
      cell.clear();
    } else if (line[i] == '\\' && i + 1 < line.size() &&
               std::string_view("|\\n").find(line[i + 1]) != std::string_view::npos) {
      ++i;
      cell += line[i] == 'n' ? '\n' : line[i];
    } else {
      cell += line[i];
    }
  }
  return cells;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// A scenario as it is written: steps that may hold <placeholders>, and the examples for them.
struct Outline {
  Scenario scenario;
  bool is_outline = false;
  std::vector<TextTable> examples;
};

std::vector<Scenario> expand(const Outline& outline) {
  if (!outline.is_outline) return {outline.scenario};
  std::vector<Scenario> result;
  for (const TextTable& table : outline.examples) {
    for (std::size_t row = 1; row < table.size(); ++row) {
      Scenario scenario = outline.scenario;
      scenario.example = static_cast<int>(result.size()) + 1;
      const auto fill = [&](std::string text) {
        for (std::size_t i = 0; i < table[0].size() && i < table[row].size(); ++i) {
          text = replace_all(std::move(text), "<" + table[0][i] + ">", table[row][i]);
        }
        return text;
      };
      for (Step& step : scenario.steps) {
        step.text = fill(std::move(step.text));
        step.doc_string = fill(std::move(step.doc_string));
        for (auto& cells : step.table) {
          for (std::string& cell : cells) cell = fill(std::move(cell));
        }
      }
      result.push_back(std::move(scenario));
    }
  }
  return result;
}

class FeatureReader {
 public:
  FeatureReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<FeatureFile, FeatureError> read() {
    while (next_line()) {
      if (auto error = read_line()) return *error;
    }
    if (in_doc_string_) return FeatureError{"the text in \"\"\" does not end", line_number_};
    finish_scenario();
    return std::move(feature_);
  }

 private:
  bool next_line() {
    if (position_ >= text_.size()) return false;
    const auto end = std::min(text_.find('\n', position_), text_.size());
    raw_line_ = text_.substr(position_, end - position_);
    if (raw_line_.ends_with('\r')) raw_line_.remove_suffix(1);
    position_ = end + 1;
    ++line_number_;
    return true;
  }

  std::optional<FeatureError> read_line() {
    const std::string_view line = trim(raw_line_);
    if (in_doc_string_) {
      read_doc_string_line(line);
      return {};
    }
    if (line.empty() || line.starts_with('#')) return {};
    if (line.starts_with('@')) {
      read_tags(line);
      return {};
    }
    if (line == "\"\"\"") return begin_doc_string();
    if (line.starts_with('|')) return add_table_row(line);
    if (read_heading(line)) return {};
    for (const std::string_view keyword : {"Given ", "When ", "Then ", "And ", "But "}) {
      if (line.starts_with(keyword)) return add_step(trim(line.substr(keyword.size())));
    }
    // Prose between the heading of the feature and the first scenario describes it.
    if (!steps_ && !in_examples_) return {};
    return FeatureError{fmt::format("this line is not understood: {}", line), line_number_};
  }

  bool read_heading(std::string_view line) {
    const auto rest = [&](std::string_view keyword) {
      return line.starts_with(keyword) ? std::optional(trim(line.substr(keyword.size())))
                                       : std::nullopt;
    };
    if (const auto title = rest("Feature:")) {
      feature_.name = title->substr(0, title->find(" - "));
      return true;
    }
    if (rest("Background:")) {
      steps_ = &background_;
      return true;
    }
    if (rest("Examples:")) {
      in_examples_ = true;
      outline_.examples.emplace_back();
      return true;
    }
    auto title = rest("Scenario Outline:");
    const bool is_outline = title.has_value();
    if (!title) title = rest("Scenario:");
    if (!title) return false;
    finish_scenario();
    outline_.is_outline = is_outline;
    outline_.scenario = {feature_.name, std::string(*title), 0,           std::exchange(tags_, {}),
                         background_,   std::string(file_),  line_number_};
    in_scenario_ = true;
    steps_ = &outline_.scenario.steps;
    return true;
  }

  void finish_scenario() {
    if (in_scenario_) {
      ++feature_.written_scenarios;
      for (Scenario& scenario : expand(outline_)) {
        feature_.scenarios.push_back(std::move(scenario));
      }
    }
    outline_ = {};
    in_scenario_ = false;
    in_examples_ = false;
    steps_ = nullptr;
  }

  void read_tags(std::string_view line) {
    while (!line.empty()) {
      const auto end = std::min(line.find(' '), line.size());
      tags_.emplace_back(line.substr(0, end));
      line = trim(line.substr(end));
    }
  }

  std::optional<FeatureError> begin_doc_string() {
    if (!steps_ || steps_->empty()) return FeatureError{"a text without a step", line_number_};
    in_doc_string_ = true;
    indentation_ = raw_line_.find('"');
    return {};
  }

  void read_doc_string_line(std::string_view line) {
    std::string& text = steps_->back().doc_string;
    if (line == "\"\"\"") {
      in_doc_string_ = false;
      if (text.ends_with('\n')) text.pop_back();
      return;
    }
    const auto first = std::min(raw_line_.find_first_not_of(" \t"), raw_line_.size());
    text += raw_line_.substr(std::min(first, indentation_));
    text += '\n';
  }

  std::optional<FeatureError> add_table_row(std::string_view line) {
    if (in_examples_) {
      outline_.examples.back().push_back(read_table_row(line));
    } else if (steps_ && !steps_->empty()) {
      steps_->back().table.push_back(read_table_row(line));
    } else {
      return FeatureError{"a table without a step", line_number_};
    }
    return {};
  }

  std::optional<FeatureError> add_step(std::string_view text) {
    if (!steps_ || in_examples_) return FeatureError{"a step without a scenario", line_number_};
    steps_->push_back({std::string(text), {}, {}, line_number_});
    return {};
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t position_ = 0;
  std::string_view raw_line_;
  int line_number_ = 0;

  FeatureFile feature_;
  std::vector<Step> background_;
  Outline outline_;
  std::vector<std::string> tags_;
  std::vector<Step>* steps_ = nullptr;  // where steps go: the background or the scenario
  bool in_scenario_ = false;
  bool in_examples_ = false;
  bool in_doc_string_ = false;
  std::size_t indentation_ = 0;
};

}  // namespace

std::string scenario_id(const Scenario& scenario) {
  std::string id = scenario.feature + " " + scenario.name;
  if (scenario.example > 0) id += fmt::format(" #{}", scenario.example);
  return id;
}

Result<FeatureFile, FeatureError> read_feature(std::string_view text, std::string_view file) {
  return FeatureReader(text, file).read();
}

}  // namespace dinkel
