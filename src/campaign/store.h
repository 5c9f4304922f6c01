// The memory of a campaign, in SQLite: which blocks of cases are done, what they counted, and what
// was found. A block is saved in one transaction, so that a campaign that was killed at any moment
// continues with nothing lost and nothing counted twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "campaign/case.h"

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
  std::vector<FoundFinding> findings() const;  // in the order of their index

  // What each saved block met, by the index behind it.
  std::map<std::uint64_t, RawFamilies> met() const;

  // Cases up to (not including) `next_index` are done.
  void save_block(std::uint64_t next_index, const CaseCounts& counts,
                  const std::vector<FoundFinding>& findings, const RawFamilies& met);
  // Findings of a block that was not finished; it will run again and may bring them again.
  void save_findings(const std::vector<FoundFinding>& findings);

 private:
  void execute(const std::string& sql) const;
  std::string read_value(const std::string& key) const;
  void write_value(const std::string& key, const std::string& value) const;
  void insert(const FoundFinding& found) const;

  std::filesystem::path file_;
  sqlite3* database_ = nullptr;
};

}  // namespace dinkel
