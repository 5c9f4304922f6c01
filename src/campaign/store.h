// The memory of a campaign, in SQLite: which cases are done, what they counted, and what was found.
// A block of cases is saved in one transaction, with its findings still to be examined; the result
// of an examination replaces its finding. So a campaign that was killed at any moment continues
// with nothing lost and nothing counted twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "campaign/examine.h"

struct sqlite3;

namespace dinkel {

class Store {
 public:
  // Opens or makes the file. Throws Error when it cannot, or when it holds something else.
  explicit Store(const std::filesystem::path& file);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  // What the campaign is about (target, seed, ...). The first call remembers it; later ones throw
  // Error where it is another one: a store holds one campaign.
  void identify(const std::string& campaign);
  std::string campaign() const { return read_value("campaign"); }

  // Cases below this index are done.
  std::uint64_t next_index() const;
  CaseCounts counts() const;
  RefusedErrors refusals() const;
  std::map<std::string, std::int64_t> raw_families() const;  // how often each was met
  std::vector<Finding> pending() const;                      // not yet examined, by index
  std::vector<FoundFinding> findings() const;                // examined, by index

  // Cases up to (not including) `next_index` are done. Of the findings of the report, `pending` are
  // to be examined; each case has one at most.
  void save_block(std::uint64_t next_index, const CaseReport& report,
                  const std::vector<Finding>& pending);
  void save_examined(const FoundFinding& found);

 private:
  void execute(const std::string& sql) const;
  std::string read_value(const std::string& key) const;
  void write_value(const std::string& key, const std::string& value) const;

  std::filesystem::path file_;
  sqlite3* database_ = nullptr;
};

}  // namespace dinkel
