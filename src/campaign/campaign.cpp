#include "campaign/campaign.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/process.h"

namespace dinkel {

namespace {

constexpr std::uint64_t block_size = 10;
// A database that is lost so often in a row, without finishing a block, does not come up any more.
constexpr int attempts = 3;
// For a worker in the middle of a statement, when somebody wants to stop now.
constexpr std::chrono::milliseconds patience(1200);

using Clock = std::chrono::steady_clock;

struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  CaseReport report;
};

bool by_first_index(const Family& a, const Family& b) {
  return a.indexes.front() < b.indexes.front();
}

class Campaign {
 public:
  Campaign(const CampaignOptions& options, Store& store, const CampaignObserver& observer,
           const std::atomic<bool>& stop)
      : options_(options), store_(store), observer_(observer), stop_(stop) {
    state_.counts = store.counts();
    state_.refusals = store.refusals();
    met_ = store.raw_families();
    next_ = merged_ = store.next_index();
    for (const FoundFinding& found : store.findings()) add_finding(found, false);
    for (Finding& finding : store.pending()) queue_.push_back(std::move(finding));
    usages_.resize(static_cast<std::size_t>(std::max(1, options.jobs)));
    has_examined_.resize(usages_.size());
  }

  CampaignState run() {
    std::vector<std::thread> threads;
    running_ = usages_.size();
    for (std::size_t i = 0; i < usages_.size(); ++i) {
      threads.emplace_back([this, i] {
        work(i);
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_all();
      });
    }
    if (!wait_for_workers()) {
      for (std::thread& thread : threads) thread.detach();
      const std::lock_guard lock(mutex_);
      state_.abandoned = true;
      return concluded();
    }
    for (std::thread& thread : threads) thread.join();
    if (error_) {
      if (!has_worked_) std::rethrow_exception(error_);
      try {
        std::rethrow_exception(error_);
      } catch (const std::exception& error) {
        state_.failure = error.what();
      }
    }
    return concluded();
  }

 private:
  // False: it was told to stop, and a worker still waits for its database.
  bool wait_for_workers() {
    std::unique_lock lock(mutex_);
    std::optional<Clock::time_point> asked;
    while (running_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      if (must_end() && !asked) asked = Clock::now();
      if (asked && Clock::now() - *asked > patience) return false;
    }
    return true;
  }

  CampaignState concluded() {
    for (auto* list : {&state_.families, &state_.flaky, &state_.known}) {
      std::sort(list->begin(), list->end(), by_first_index);
    }
    state_.pending = queue_.size() + under_way_.size();
    state_.cpu_target_seconds = ended_cpu_seconds() - ended_before_;
    for (const TargetUsage& usage : usages_) state_.cpu_target_seconds += usage.cpu_seconds;
    return state_;
  }

  bool time_is_up(std::chrono::milliseconds more) const {
    return options_.time.count() > 0 && Clock::now() - started_ >= options_.time + more;
  }
  // No new cases.
  bool is_over() const { return stop_ || failed_ || time_is_up({}); }
  // Nothing at all any more. What was found by then may still be examined for a moment.
  bool must_end() const {
    using std::chrono::milliseconds;
    return stop_ || failed_ || time_is_up(std::max(milliseconds(5000), options_.time / 10));
  }

  void work(std::size_t worker) {
    for (int failures = 0; failures < attempts;) {
      try {
        const std::unique_ptr<Target> target = options_.open();
        CaseRunner runner(*target, options_.cases, [this] { return is_over(); });
        while (work_once(runner, *target, worker)) {
          failures = 0;
          note_usage(worker, target->usage());
        }
        note_usage(worker, {0, target->usage().restarts});
        return;
      } catch (const Error&) {
        if (++failures < attempts && has_worked_ && !must_end()) {
          std::this_thread::sleep_for(std::chrono::seconds(1));
          continue;
        }
        fail();
        return;
      } catch (...) {
        fail();
        return;
      }
    }
  }

  void fail() {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
    failed_ = true;
    changed_.notify_all();
  }

  // One block, or one examination; false: there is nothing to do any more.
  bool work_once(CaseRunner& runner, Target& target, std::size_t worker) {
    std::unique_lock lock(mutex_);
    // By turns, so that a flood of findings does not keep all from finding others.
    const bool prefers_cases = std::exchange(has_examined_[worker], 0) != 0 && !is_over();
    for (;;) {
      if (must_end()) return false;
      if (!queue_.empty() && !prefers_cases) {
        has_examined_[worker] = 1;
        const Finding finding = queue_.front();
        queue_.pop_front();
        under_way_.insert(finding.index);
        lock.unlock();
        examine_one(finding, target);
        return true;
      }
      if (!is_over()) {
        if (auto block = lease()) {
          lock.unlock();
          run_block(runner, *block);
          return true;
        }
      }
      // The blocks of the others may still bring something to examine.
      if (blocks_under_way_ == 0 && queue_.empty()) return false;
      if (!queue_.empty()) return true;
      changed_.wait_for(lock, std::chrono::milliseconds(50));
    }
  }

  std::optional<Block> lease() {
    Block block;
    if (!returned_.empty()) {
      block.begin = *returned_.begin();
      returned_.erase(returned_.begin());
    } else {
      block.begin = next_;
    }
    block.end = block.begin + block_size;
    if (options_.max_cases > 0) block.end = std::min(block.end, options_.max_cases);
    if (block.begin >= block.end) return std::nullopt;
    next_ = std::max(next_, block.end);
    ++blocks_under_way_;
    return block;
  }

  void run_block(CaseRunner& runner, Block& block) {
    try {
      std::uint64_t index = block.begin;
      for (; index < block.end && !is_over(); ++index) {
        CaseReport report = runner.run(index);
        if (is_over()) break;  // it may have been cut short
        add(block.report, std::move(report));
      }
      block.end = index;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      --blocks_under_way_;
      returned_.insert(block.begin);
      changed_.notify_all();
      throw;
    }
    const std::lock_guard lock(mutex_);
    if (state_.abandoned) return;
    --blocks_under_way_;
    has_worked_ = true;
    merge(std::move(block));
    changed_.notify_all();
  }

  // Blocks wait here until all before them are merged. One that was not finished is the last.
  void merge(Block block) {
    if (block.end > block.begin) waiting_.emplace(block.begin, std::move(block));
    while (!waiting_.empty() && waiting_.begin()->first == merged_) {
      const Block done = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      std::vector<Finding> pending;
      for (const RawFinding& raw : done.report.findings) {
        if (is_worth_reducing(raw.finding, ++met_[raw.family])) pending.push_back(raw.finding);
      }
      store_.save_block(done.end, done.report, pending);
      add(state_.counts, done.report.counts);
      add(state_.refusals, done.report.refusals);
      for (Finding& finding : pending) queue_.push_back(std::move(finding));
      merged_ = done.end;
    }
    tell_progress();
  }

  void examine_one(const Finding& finding, Target& target) {
    const auto stop = [this] { return must_end(); };
    std::optional<FoundFinding> found;
    try {
      found = examine(finding, target, options_.cases, stop);
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      under_way_.erase(finding.index);
      if (++failures_[finding.index] < attempts) {
        queue_.push_back(finding);
        throw;
      }
      // It is the finding that cannot be looked at, not the database that does not come up.
      found = FoundFinding{finding, family_of(finding), Standing::Flaky, error.what()};
    }
    const std::lock_guard lock(mutex_);
    if (must_end() || state_.abandoned)
      return;  // it was cut short, and stays in the store as it was
    under_way_.erase(finding.index);
    has_worked_ = true;
    store_.save_examined(*found);
    add_finding(*found, true);
    tell_progress();
    changed_.notify_all();
  }

  void add_finding(const FoundFinding& found, bool tell) {
    auto& list = found.standing == Standing::Finding ? state_.families
                 : found.standing == Standing::Flaky ? state_.flaky
                                                     : state_.known;
    const std::string name = found.standing == Standing::Known ? found.note : found.family;
    const std::uint64_t index = found.finding.index;
    auto family = std::find_if(list.begin(), list.end(),
                               [&](const Family& known) { return known.name == name; });
    if (family == list.end()) {
      family = list.insert(list.end(), Family{name, found.finding, {}, found.note});
    }
    auto& indexes = family->indexes;
    indexes.insert(std::lower_bound(indexes.begin(), indexes.end(), index), index);
    const bool is_shown = indexes.size() == 1 || is_shown_before(found.finding, family->first);
    if (is_shown) family->first = found.finding;
    const bool is_new = found.standing == Standing::Finding && is_shown;
    if (tell && is_new && observer_.on_family) observer_.on_family(*family);
  }

  void tell_progress() {
    state_.pending = queue_.size() + under_way_.size();
    state_.restarts = 0;
    state_.cpu_target_seconds = ended_cpu_seconds() - ended_before_;
    for (const TargetUsage& usage : usages_) {
      state_.restarts += usage.restarts;
      state_.cpu_target_seconds += usage.cpu_seconds;
    }
    if (observer_.on_progress) observer_.on_progress(state_);
  }

  void note_usage(std::size_t worker, TargetUsage usage) {
    const std::lock_guard lock(mutex_);
    usages_[worker] = usage;
    state_.restarts = 0;
    for (const TargetUsage& each : usages_) state_.restarts += each.restarts;
  }

  const CampaignOptions& options_;
  Store& store_;
  const CampaignObserver& observer_;
  const std::atomic<bool>& stop_;
  const Clock::time_point started_ = Clock::now();
  const double ended_before_ = ended_cpu_seconds();
  std::atomic<bool> failed_ = false;
  std::atomic<bool> has_worked_ = false;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::map<std::string, std::int64_t> met_;  // raw families
  std::uint64_t next_ = 0;
  std::uint64_t merged_ = 0;
  std::set<std::uint64_t> returned_;  // blocks whose worker lost its target
  int blocks_under_way_ = 0;
  std::size_t running_ = 0;  // workers
  std::map<std::uint64_t, Block> waiting_;
  std::deque<Finding> queue_;              // to be examined
  std::set<std::uint64_t> under_way_;      // being examined, by index
  std::map<std::uint64_t, int> failures_;  // to examine a finding, by its index
  std::vector<TargetUsage> usages_;
  std::vector<char> has_examined_;  // the worker's last piece of work was an examination
  CampaignState state_;
  std::exception_ptr error_;
};

}  // namespace

CampaignState run_campaign(const CampaignOptions& options, Store& store,
                           const CampaignObserver& observer, const std::atomic<bool>& stop) {
  auto campaign = std::make_unique<Campaign>(options, store, observer, stop);
  CampaignState state = campaign->run();
  if (state.abandoned) {
    [[maybe_unused]] const Campaign* left = campaign.release();  // its workers still use it
  }
  return state;
}

}  // namespace dinkel
