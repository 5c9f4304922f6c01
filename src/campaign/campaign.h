// The campaign: workers take blocks of cases, each with its own target, and what they bring is
// merged in the order of the indexes. So families, their first findings and all counts are the same
// with any number of workers.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "campaign/case.h"
#include "campaign/store.h"

namespace dinkel {

struct CampaignOptions {
  CaseOptions cases;
  std::function<std::unique_ptr<Target>()> open;
  std::uint64_t max_cases = 0;        // 0: no limit
  std::chrono::milliseconds time{0};  // 0: no limit
  int jobs = 1;
};

struct Family {
  std::string name;
  Finding first;                       // the one of the lowest index
  std::vector<std::uint64_t> indexes;  // of the cases that brought one
};

struct CampaignState {
  CaseCounts counts;
  std::vector<Family> families;  // in the order of their first index
};

// Called in the order of the indexes, by one worker at a time: after each block, and for each new
// family.
struct CampaignObserver {
  std::function<void(const CampaignState&)> on_progress;
  std::function<void(const Family&)> on_family;
};

// Until the cases or the time are used up, or `stop` is set; then it ends within a case. An Error
// of a worker (a target that cannot be reached) is thrown here.
CampaignState run_campaign(const CampaignOptions& options, Store& store,
                           const CampaignObserver& observer, const std::atomic<bool>& stop);

// The folder of a finding below `out`: original.cypher, rewritten.cypher, finding.json, finding.md.
std::string finding_name(const Family& family);
void write_finding(const std::filesystem::path& out, const Family& family);
std::string finding_markdown(const Finding& finding);

}  // namespace dinkel
