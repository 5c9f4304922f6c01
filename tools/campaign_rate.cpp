// How much of the rate of a database a campaign reaches. First a campaign runs, and all that it
// asks of its targets is written down; then the same is asked again, of new targets, by as many
// workers that do nothing else. The two times are compared.
//
//   campaign_rate TARGET CASES [JOBS [SEED]]
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/temp_dir.h"
#include "campaign/campaign.h"
#include "targets/open.h"

namespace dinkel {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

using Call = std::function<void(Target&)>;
struct Log {
  std::vector<Call> calls;
  Clock::time_point first;
  Clock::time_point last;
};

// Hands everything on, and writes it down.
class Recorder final : public Target {
 private:
  template <typename Question>
  auto asked(Question question) {
    if (log_.calls.empty()) log_.first = Clock::now();
    log_.calls.push_back([question](Target& target) { (void)question(target); });
    auto answer = question(*target_);
    log_.last = Clock::now();
    return answer;
  }

 public:
  Recorder(std::unique_ptr<Target> target, Log& log) : target_(std::move(target)), log_(log) {}

  std::string name() const override { return target_->name(); }
  std::string version() override { return target_->version(); }
  TargetUsage usage() override { return target_->usage(); }
  bool alive() override { return target_->alive(); }
  Outcome reset() override {
    return asked([](Target& target) { return target.reset(); });
  }
  Outcome renew() override {
    return asked([](Target& target) { return target.renew(); });
  }
  Outcome mark() override {
    return asked([](Target& target) { return target.mark(); });
  }
  Outcome put_back() override {
    return asked([](Target& target) { return target.put_back(); });
  }
  std::optional<Entities> graph() override {
    return asked([](Target& target) { return target.graph(); });
  }
  Outcome run(std::string_view statement, const Map& parameters, milliseconds deadline) override {
    return asked([text = std::string(statement), parameters, deadline](Target& target) {
      return target.run(text, parameters, deadline);
    });
  }
  Outcome explain(std::string_view statement, const Map& parameters) override {
    return target_->explain(statement, parameters);
  }
  Observation observe(std::string_view statement, const Map& parameters,
                      milliseconds deadline) override {
    return asked([text = std::string(statement), parameters, deadline](Target& target) {
      return target.observe(text, parameters, deadline);
    });
  }
  Preparation prepare(std::span<const std::string> statements, const Map& parameters,
                      milliseconds deadline) override {
    return asked(
        [texts = std::vector<std::string>(statements.begin(), statements.end()), parameters,
         deadline](Target& target) { return target.prepare(texts, parameters, deadline); });
  }

 private:
  std::unique_ptr<Target> target_;
  Log& log_;
};

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

double time_of(const std::list<Log>& logs) {
  Clock::time_point first = Clock::time_point::max();
  Clock::time_point last = Clock::time_point::min();
  for (const Log& log : logs) {
    if (log.calls.empty()) continue;
    first = std::min(first, log.first);
    last = std::max(last, log.last);
  }
  return seconds(last - first);
}

// Of the calls alone, with servers that are up.
double ask_again(const std::list<Log>& logs, const std::string& name) {
  std::vector<std::unique_ptr<Target>> targets;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    targets.push_back(open_target(name));
    targets.back()->reset();
  }
  const auto begin = Clock::now();
  std::vector<std::thread> threads;
  std::size_t number = 0;
  for (const Log& log : logs) {
    threads.emplace_back([&log, target = targets[number++].get()] {
      for (const Call& call : log.calls) call(*target);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return seconds(Clock::now() - begin);
}

int compare(const std::string& name, std::uint64_t cases, int jobs, std::uint64_t seed) {
  std::list<Log> logs;
  std::mutex mutex;
  const std::string version = open_target(name)->version();
  CampaignOptions options;
  options.max_cases = cases;
  options.jobs = jobs;
  options.cases.seed = seed;
  options.cases.dialect = dialect_of(name.substr(0, name.find_first_of(":@")), version);
  // Findings would cost servers, which is not what is measured here.
  options.cases.oracles = {"equivalence", "partition"};
  options.open = [&] {
    auto target = open_target(name);
    const std::lock_guard lock(mutex);
    return std::make_unique<Recorder>(std::move(target), logs.emplace_back());
  };
  const TempDir folder("campaign-rate");
  Store store(folder.path() / "campaign.db");
  const CampaignState state = run_campaign(options, store, {}, std::atomic<bool>(false));
  const double campaign = time_of(logs);
  const double alone = ask_again(logs, name);
  const auto comparisons = static_cast<double>(state.counts.comparisons);
  fmt::print("{} {}, {} cases, {} workers: {:.0f} comparisons/s in the campaign, {:.0f} when the\n",
             name, version, state.counts.cases, jobs, comparisons / campaign, comparisons / alone);
  fmt::print("same is asked of the database alone: {:.0f} %\n", 100 * alone / campaign);
  return 0;
}

}  // namespace
}  // namespace dinkel

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() < 2 || words.size() > 4) {
    fmt::print(stderr, "usage: campaign_rate TARGET CASES [JOBS [SEED]]\n");
    return 2;
  }
  try {
    const auto number = [&](std::size_t i, std::uint64_t otherwise) {
      return words.size() > i ? std::strtoull(words[i].c_str(), nullptr, 10) : otherwise;
    };
    return dinkel::compare(words[0], number(1, 0), static_cast<int>(number(2, 2)), number(3, 1));
  } catch (const dinkel::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}
