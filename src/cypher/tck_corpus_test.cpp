#include "cypher/tck_corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/error.h"

namespace dinkel {
namespace {

std::string trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

// | a | b\|c | -> {"a", "b|c"}
std::vector<std::string> split_row(std::string_view row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
      cell.push_back('|');
      ++i;
    } else if (row[i] == '|') {
      cells.push_back(trim(cell));
      cell.clear();
    } else {
      cell.push_back(row[i]);
    }
  }
  return cells;
}

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

struct Scenario {
  std::string title;
  std::vector<std::string> queries;
  bool syntax_error = false;
  bool in_examples = false;
  std::vector<std::vector<std::string>> examples;
};

void flush(Scenario& scenario, std::vector<CorpusQuery>& corpus) {
  for (const std::string& query : scenario.queries) {
    if (scenario.examples.size() < 2) {
      corpus.push_back({scenario.title, query, scenario.syntax_error});
    }
    for (std::size_t row = 1; row < scenario.examples.size(); ++row) {
      std::string text = query;
      for (std::size_t i = 0; i < scenario.examples[row].size(); ++i) {
        text = replace_all(std::move(text), "<" + scenario.examples[0][i] + ">",
                           scenario.examples[row][i]);
      }
      corpus.push_back({scenario.title, std::move(text), scenario.syntax_error});
    }
  }
  scenario = {};
}

void read_feature(const std::filesystem::path& path, std::vector<CorpusQuery>& corpus) {
  std::ifstream file(path);
  Scenario scenario;
  std::string line;
  std::string query;
  bool in_query = false;
  while (std::getline(file, line)) {
    const std::string trimmed = trim(line);
    if (trimmed == "\"\"\"") {
      if (in_query) scenario.queries.push_back(std::exchange(query, {}));
      in_query = !in_query;
    } else if (in_query) {
      query += trimmed + "\n";
    } else if (trimmed.starts_with("Scenario")) {
      flush(scenario, corpus);
      scenario.title = path.filename().string() + " " + trimmed;
    } else if (trimmed.starts_with("Examples")) {
      scenario.in_examples = true;
    } else if (trimmed.starts_with("|") && scenario.in_examples) {
      scenario.examples.push_back(split_row(trimmed));
    } else if (trimmed.find("SyntaxError should be raised at compile time") != std::string::npos) {
      scenario.syntax_error = true;
    }
  }
  flush(scenario, corpus);
}

}  // namespace

std::vector<CorpusQuery> read_tck_corpus() {
  const std::filesystem::path root = std::filesystem::path(DINKEL_SOURCE_DIR) / ".cache" / "tck";
  if (!std::filesystem::exists(root)) {
    throw Error("the openCypher TCK is not in " + root.string() + "; run tools/fetch-tck");
  }
  std::vector<std::filesystem::path> features;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".feature") features.push_back(entry.path());
  }
  std::ranges::sort(features);
  std::vector<CorpusQuery> corpus;
  for (const std::filesystem::path& feature : features) read_feature(feature, corpus);
  return corpus;
}

TEST(TckCorpus, HoldsThousandsOfQueries) {
  EXPECT_GT(read_tck_corpus().size(), 3000U);
}

}  // namespace dinkel
