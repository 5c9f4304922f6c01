// The tables that a statement needs in Kuzu, as a tester would declare them: one for each label,
// with the columns that the statement writes, and one for each type of relationship between the
// labels at its ends. What was declared before is extended.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cypher/ast.h"
#include "cypher/state.h"

namespace dinkel {

class KuzuSchema {
 public:
  // The DDL to run before the statement, in order; it counts as done from now on. Nothing for a
  // statement that does not parse.
  std::vector<std::string> prepare(std::string_view statement);

 private:
  using Ends = std::pair<std::string, std::string>;

  void declare_node(const std::string& label);
  void declare_relationship(const std::string& type, const Ends& ends);
  void declare_columns(const std::string& table, const PropertyTypes& properties);
  void read_part(const PatternPart& part);
  std::string label_at(const PatternElement& element);

  std::set<std::string> labels_;
  std::map<std::string, std::set<Ends>> relationships_;
  std::map<std::string, std::set<std::string>> columns_;
  std::map<std::string, std::string> variables_;  // of the statement, with their labels
  std::vector<std::string> commands_;
};

}  // namespace dinkel
