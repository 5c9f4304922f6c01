// The whole TCK on the reference interpreter: everything that calls itself sound rests on this.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "targets/open.h"
#include "tck/report.h"

namespace dinkel {
namespace {

TEST(Reference, PassesTheTckExceptForKnownFailures) {
  const std::string source = DINKEL_SOURCE_DIR;
  // NOLINTNEXTLINE: our own script; it does nothing when the TCK is there.
  ASSERT_EQ(std::system((source + "/tools/fetch-tck >/dev/null").c_str()), 0);
  const Suite suite = load_suite(source + "/.cache/tck");
  const std::string known_path = source + "/targets/reference/tck-known.txt";
  const KnownFailures known = read_known_failures(read_file(known_path));
  EXPECT_LE(known.size(), 20U);

  const auto target = open_target("reference");
  const SuiteReport report =
      run_suite(suite, *target, known, std::chrono::seconds(10), [](const SuiteReport&) {});
  EXPECT_TRUE(report.ok()) << report_text(report, known_path);
  EXPECT_EQ(report.count(Judgement::Skipped), 0);
}

}  // namespace
}  // namespace dinkel
