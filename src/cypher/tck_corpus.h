// For tests: the queries of the openCypher TCK as a corpus of real text. Only what a parser test
// needs is read from the feature files; the scenarios themselves are run elsewhere.
#pragma once

#include <string>
#include <vector>

namespace dinkel {

struct CorpusQuery {
  std::string scenario;  // file name and title
  std::string text;
  bool syntax_error_expected = false;
};

// Every query of every scenario, outlines expanded. Throws Error if the TCK is not there.
std::vector<CorpusQuery> read_tck_corpus();

}  // namespace dinkel
