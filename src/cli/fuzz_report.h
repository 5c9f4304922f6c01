// What `dinkel fuzz` shows: a calm status block on a terminal, plain lines elsewhere, or one JSON
// object a line for programs; and the files beside the findings.
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <string>

#include "campaign/campaign.h"

namespace dinkel {

enum class FuzzFormat { Text, Json };

class FuzzReport {
 public:
  FuzzReport(FuzzFormat format, std::string target, std::filesystem::path out);

  void show_progress(const CampaignState& state);
  void show_family(const Family& family);  // and writes its folder
  void show_summary(const CampaignState& state);

  // For --metrics: the numbers of the last progress as Prometheus text. From any thread.
  std::string metrics() const;

 private:
  double elapsed() const;
  void clear_block();
  void note_metrics(const CampaignState& state);
  void write_lists(const CampaignState& state) const;

  FuzzFormat format_;
  bool is_terminal_;
  std::string target_;
  std::filesystem::path out_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_ = started_;
  std::int64_t tests_before_ = -1;  // that an earlier run has counted
  int block_lines_ = 0;
  mutable std::mutex mutex_;  // of the text below
  std::string metrics_;
};

// CPU time of this process so far, without its children.
double own_cpu_seconds();

}  // namespace dinkel
