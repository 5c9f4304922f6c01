#include "report/replay.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/error.h"

namespace dinkel {

namespace {

bool is_same(const Discrepancy& discrepancy, const Finding& finding) {
  return discrepancy.kind == finding.kind && discrepancy.normalised == finding.normalised;
}

// What a bug of these kinds turns into is an answer: also an error that a user may see.
bool is_about_the_server(FindingKind kind) {
  return kind == FindingKind::Crash || kind == FindingKind::Hang ||
         kind == FindingKind::InternalError || kind == FindingKind::Leak;
}

bool is_ordinary(const Outcome& outcome) {
  return std::holds_alternative<Rows>(outcome) || std::holds_alternative<DatabaseError>(outcome);
}

}  // namespace

std::string_view to_text(ReplayResult result) {
  switch (result) {
    case ReplayResult::StillFails:
      return "still fails";
    case ReplayResult::Flaky:
      return "flaky";
    case ReplayResult::Changed:
      return "changed";
    case ReplayResult::Fixed:
      return "fixed";
    case ReplayResult::CannotTell:
      return "cannot tell";
    case ReplayResult::Unreadable:
      return "unreadable";
  }
  return "";
}

Replayed replay(const Finding& finding, Target& target, const TargetDialect& dialect, int times,
                std::chrono::milliseconds deadline) {
  const OracleTest test = pair_test_of(finding);
  const auto oracle = oracle_of(finding);
  Session session(target, deadline, &dialect);
  Replayed replayed;
  replayed.times = times;
  int others = 0;
  for (int i = 0; i < times; ++i) {
    Judged judged = judge(test, *oracle, session, dialect.dialect, false);
    // What another finding left of the server may end only now.
    if (judged.is_lost_in_setup) {
      target.renew();
      judged = judge(test, *oracle, session, dialect.dialect, false);
    }
    if (judged.discrepancy) {
      const bool same = is_same(*judged.discrepancy, finding);
      ++(same ? replayed.failures : others);
      if (!same || replayed.note.empty()) replayed.note = judged.discrepancy->difference;
      continue;
    }
    // The oracles of these kinds look at every outcome: nothing found means that it is gone.
    const bool answers = judged.verdict == Verdict::Pass ||
                         (is_about_the_server(finding.kind) && judged.pair == *test.fixed &&
                          session.statements() > 0 && is_ordinary(judged.run.original.outcome) &&
                          !judged.obstacle.starts_with("the setup"));
    if (answers) continue;
    replayed.note = judged.obstacle.empty() ? "the answer is not determined" : judged.obstacle;
    return replayed;
  }
  if (replayed.failures == times) {
    replayed.result = ReplayResult::StillFails;
  } else if (replayed.failures + others == 0) {
    replayed.result = ReplayResult::Fixed;
  } else {
    replayed.result = others == times ? ReplayResult::Changed : ReplayResult::Flaky;
  }
  return replayed;
}

std::vector<std::filesystem::path> finding_files(const std::vector<std::string>& paths) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    std::vector<std::filesystem::path> inside;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.path().filename() == "finding.json") inside.push_back(entry.path());
    }
    if (inside.empty()) throw Error(fmt::format("there is no finding below {}", path));
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

}  // namespace dinkel
