// The campaign: workers take blocks of cases, each with its own target, and what they bring is
// merged in the order of the indexes. Only then is decided which findings are examined, and any
// worker does it. So families, their first findings and all counts are the same with any number of
// workers.
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
  Finding first;                       // the one that is shown, mostly of the lowest index
  std::vector<std::uint64_t> indexes;  // of the cases that brought one, ascending
  std::string note = {};               // of a flaky or known one: see FoundFinding
};

struct CampaignState {
  CaseCounts counts;
  RefusedErrors refusals;
  std::vector<Family> families;  // in the order of their first index, like the two below
  std::vector<Family> flaky;
  std::vector<Family> known;
  std::size_t pending = 0;  // findings that nobody has examined yet
  // Of this run, not of those that it continues.
  int restarts = 0;
  double cpu_target_seconds = 0;
  // It was told to stop, and a worker did not end in time: it still uses the store and the options,
  // so that the process must end without giving anything up.
  bool abandoned = false;
  std::string failure;  // why it ended before its time; empty if it did not
};

// Called by one worker at a time.
struct CampaignObserver {
  std::function<void(const CampaignState&)> on_progress;  // often
  std::function<void(const Family&)> on_family;           // a new one, or an earlier first finding
};

// Until the cases or the time are used up, or `stop` is set; then it ends within a statement. When
// a database cannot be started any more, it ends with state.failure; an Error is thrown only if it
// could not be started at all.
CampaignState run_campaign(const CampaignOptions& options, Store& store,
                           const CampaignObserver& observer, const std::atomic<bool>& stop);

// The folder of a finding below `out`: original.cypher, rewritten.cypher, finding.json, finding.md.
std::string finding_name(const Family& family);
void write_finding(const std::filesystem::path& out, const Family& family);
std::string finding_markdown(const Finding& finding);

}  // namespace dinkel
