#include "campaign/campaign.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace dinkel {

namespace {

constexpr std::uint64_t block_size = 10;
// A block knows what was met up to so many cases before it: always the same, however many workers
// there are.
constexpr std::uint64_t memory_lag = 16 * block_size;

using Clock = std::chrono::steady_clock;

struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  CaseCounts counts;
  std::vector<FoundFinding> findings;
  RawFamilies met_before;
  RawFamilies met;  // in this block alone
  bool is_whole = false;
};

class Campaign {
 public:
  Campaign(const CampaignOptions& options, Store& store, const CampaignObserver& observer,
           const std::atomic<bool>& stop)
      : options_(options), store_(store), observer_(observer), stop_(stop) {
    state_.counts = store.counts();
    next_ = merged_ = store.next_index();
    unseen_ = store.met();
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

  // Waits for what the block must know of.
  std::optional<Block> lease() {
    std::unique_lock lock(mutex_);
    Block block;
    block.begin = next_;
    block.end = next_ + block_size;
    if (options_.max_cases > 0) block.end = std::min(block.end, options_.max_cases);
    if (block.begin >= block.end) return std::nullopt;
    next_ = block.end;
    const std::uint64_t known = block.begin < memory_lag ? 0 : block.begin - memory_lag;
    while (merged_ < known && !is_over()) changed_.wait_for(lock, std::chrono::milliseconds(50));
    for (; !unseen_.empty() && unseen_.begin()->first <= known; unseen_.erase(unseen_.begin())) {
      for (const auto& [family, count] : unseen_.begin()->second) seen_[family] += count;
    }
    block.met_before = seen_;
    return block;
  }

  void work() {
    try {
      const std::unique_ptr<Target> target = options_.open();
      CaseRunner runner(*target, options_.cases, [this] { return is_over(); });
      while (!is_over()) {
        auto block = lease();
        if (!block) return;
        RawFamilies met = block->met_before;
        for (std::uint64_t index = block->begin; index < block->end && !is_over(); ++index) {
          for (FoundFinding& found : runner.run(index, block->counts, met)) {
            block->findings.push_back(std::move(found));
          }
        }
        block->is_whole = !is_over();
        for (const auto& [family, count] : met) {
          const std::int64_t here = count - block->met_before[family];
          if (here > 0) block->met[family] = here;
        }
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
      store_.save_block(done.end, done.counts, done.findings, done.met);
      unseen_[done.end] = done.met;
      add(state_.counts, done.counts);
      for (const FoundFinding& found : done.findings) add_finding(found, true);
      merged_ = done.end;
      changed_.notify_all();
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
  std::condition_variable changed_;
  std::map<std::uint64_t, RawFamilies> unseen_;  // merged, and too new for the next block
  RawFamilies seen_;
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
