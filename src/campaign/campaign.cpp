#include "campaign/campaign.h"

#include <exception>
#include <mutex>
#include <thread>

namespace dinkel {

namespace {

constexpr std::uint64_t block_size = 20;

using Clock = std::chrono::steady_clock;

struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  CaseCounts counts;
  std::vector<FoundFinding> findings;
  bool is_whole = false;
};

class Campaign {
 public:
  Campaign(const CampaignOptions& options, Store& store, const CampaignObserver& observer,
           const std::atomic<bool>& stop)
      : options_(options), store_(store), observer_(observer), stop_(stop) {
    state_.counts = store.counts();
    next_ = merged_ = store.next_index();
    for (const FoundFinding& found : store.findings()) add_finding(found, false);
  }

  CampaignState run() {
    std::vector<std::thread> threads;
    for (int i = 0; i < std::max(1, options_.jobs); ++i) {
      threads.emplace_back([this] { work(); });
    }
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    save_unmerged();
    return std::move(state_);
  }

 private:
  bool is_over() const {
    return stop_ || failed_ ||
           (options_.time.count() > 0 && Clock::now() - started_ >= options_.time);
  }

  std::optional<Block> lease() {
    const std::lock_guard lock(mutex_);
    Block block;
    block.begin = next_;
    block.end = next_ + block_size;
    if (options_.max_cases > 0) block.end = std::min(block.end, options_.max_cases);
    if (block.begin >= block.end) return std::nullopt;
    next_ = block.end;
    return block;
  }

  void work() {
    try {
      const std::unique_ptr<Target> target = options_.open();
      CaseRunner runner(*target, options_.cases, [this] { return is_over(); });
      while (!is_over()) {
        auto block = lease();
        if (!block) return;
        RawFamilies met;
        for (std::uint64_t index = block->begin; index < block->end && !is_over(); ++index) {
          for (FoundFinding& found : runner.run(index, block->counts, met)) {
            block->findings.push_back(std::move(found));
          }
        }
        block->is_whole = !is_over();
        merge(std::move(*block));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_ = true;
    }
  }

  // Blocks wait here until all before them are merged.
  void merge(Block block) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t begin = block.begin;
    waiting_.emplace(begin, std::move(block));
    while (!waiting_.empty() && waiting_.begin()->first == merged_ &&
           waiting_.begin()->second.is_whole) {
      const Block& done = waiting_.begin()->second;
      store_.save_block(done.end, done.counts, done.findings);
      add(state_.counts, done.counts);
      for (const FoundFinding& found : done.findings) add_finding(found, true);
      merged_ = done.end;
      waiting_.erase(waiting_.begin());
      if (observer_.on_progress) observer_.on_progress(state_);
    }
  }

  // What was found in blocks that were not finished is kept; their cases count when they run again.
  void save_unmerged() {
    for (const auto& [begin, block] : waiting_) {
      store_.save_findings(block.findings);
      for (const FoundFinding& found : block.findings) add_finding(found, true);
    }
  }

  void add_finding(const FoundFinding& found, bool tell) {
    for (Family& family : state_.families) {
      if (family.name != found.family) continue;
      const auto& known = family.indexes;
      if (std::find(known.begin(), known.end(), found.finding.index) == known.end()) {
        family.indexes.push_back(found.finding.index);
      }
      return;
    }
    state_.families.push_back({found.family, found.finding, {found.finding.index}});
    if (tell && observer_.on_family) observer_.on_family(state_.families.back());
  }

  const CampaignOptions& options_;
  Store& store_;
  const CampaignObserver& observer_;
  const std::atomic<bool>& stop_;
  const Clock::time_point started_ = Clock::now();
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // of all below
  std::uint64_t next_ = 0;
  std::uint64_t merged_ = 0;
  std::map<std::uint64_t, Block> waiting_;
  CampaignState state_;
  std::exception_ptr error_;
};

}  // namespace

CampaignState run_campaign(const CampaignOptions& options, Store& store,
                           const CampaignObserver& observer, const std::atomic<bool>& stop) {
  return Campaign(options, store, observer, stop).run();
}

}  // namespace dinkel
