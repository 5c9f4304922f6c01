// What the commands that take findings say about files that are none, and where they may write.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/temp_dir.h"
#include "cli/commands.h"
#include "cli/ran_test.h"
#include "oracles/finding.h"

namespace dinkel {
namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// null XOR true is true there.
Finding canary_finding() {
  Finding finding;
  finding.target = "canary";
  finding.opened_as = "canary:null-xor";
  finding.oracle = "equivalence";
  finding.statement = finding.original = "RETURN null AS x";
  finding.rewritten = "RETURN null XOR true AS x";
  return finding;
}

// A folder of findings as dinkel fuzz writes it, and whatever may have come into it.
class FindingCommands : public testing::Test {
 protected:
  std::string add(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.path() / "findings" / name / "finding.json";
    std::filesystem::create_directories(path.parent_path());
    write_file(path, text);
    files_[path] = text;
    return path.string();
  }
  void add_bad_files() {
    const std::string good = to_json_text(canary_finding());
    add("a-empty", "");
    add("b-cut", good.substr(0, good.size() / 2));
    add("c-foreign", R"({"name": "somebody else's"})");
    std::string later = good;
    later.replace(later.find("\"version\": "), 12, "\"version\": 99");
    add("d-later", later);
    Finding damaged = canary_finding();
    damaged.rewritten = "RETURN (";
    add("e-damaged", to_json_text(damaged));
  }
  std::string findings() const { return (folder_.path() / "findings").string(); }

  TempDir folder_{"finding-commands"};
  std::map<std::filesystem::path, std::string> files_;
};

// One file that could not be read once kept all the others from being run.
TEST_F(FindingCommands, ReplayNamesBadFilesAndRunsTheOthers) {
  add_bad_files();
  add("f-good", to_json_text(canary_finding()));
  const Ran table = run({"replay", findings()});
  EXPECT_EQ(table.code, ExitCode::Usage);
  EXPECT_TRUE(holds(table.err, "a-empty/finding.json is empty")) << table.err;
  EXPECT_TRUE(holds(table.err, "b-cut/finding.json is no finding: it is not JSON")) << table.err;
  EXPECT_TRUE(holds(table.err, "c-foreign/finding.json is no finding of dinkel")) << table.err;
  EXPECT_TRUE(holds(table.err, "d-later/finding.json has version 99")) << table.err;
  EXPECT_TRUE(holds(table.err, "e-damaged/finding.json is damaged")) << table.err;
  EXPECT_TRUE(holds(table.out, "1 still fails, 5 unreadable\n")) << table.out;

  const std::string junit = (folder_.path() / "junit.xml").string();
  const Ran lines = run({"replay", findings(), "--format", "json", "--junit", junit});
  EXPECT_EQ(lines.code, ExitCode::Usage);
  const auto last = nlohmann::json::parse(lines.out.substr(lines.out.rfind('{')));
  EXPECT_EQ(last.at("result"), "still fails");
  const auto first = nlohmann::json::parse(lines.out.substr(0, lines.out.find('\n')));
  EXPECT_EQ(first.at("result"), "unreadable");
  EXPECT_TRUE(holds(read_file(junit), "tests=\"6\" failures=\"1\" errors=\"5\" skipped=\"0\""))
      << read_file(junit);
  for (const auto& [path, text] : files_) EXPECT_EQ(read_file(path), text) << path;
}

TEST_F(FindingCommands, ReplaySaysByItsExitCodeWhetherSomethingFails) {
  add("good", to_json_text(canary_finding()));
  EXPECT_EQ(run({"replay", findings()}).code, ExitCode::Findings);
  EXPECT_EQ(run({"replay", findings(), "--target", "reference"}).code, ExitCode::Ok);
}

TEST_F(FindingCommands, TheOthersRefuseABadFileAndLeaveEverythingAsItWas) {
  add_bad_files();
  const std::string out = (folder_.path() / "out.json").string();
  write_file(out, "precious");
  for (const auto& [path, text] : files_) {
    const std::string file = path.string();
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"reduce", file, "--out", out},
             {"bisect", file, "--target", "falkordb", "--versions", ".."},
             {"report", path.parent_path().string(), "--out", out}}) {
      const Ran ran = run(arguments);
      const bool is_shown = arguments.front() == "report" && holds(file, "e-damaged");
      if (is_shown) continue;  // a page shows statements, whether they parse or not
      EXPECT_EQ(ran.code, ExitCode::Usage) << arguments.front() << " " << file;
      EXPECT_TRUE(holds(ran.err, "finding.json")) << ran.err;
      EXPECT_EQ(read_file(out), "precious") << arguments.front() << " " << file;
    }
    EXPECT_EQ(read_file(path), text) << path;
  }
}

// It once did all the work before it noticed that it could not write the result.
TEST_F(FindingCommands, ReduceFailsAtOnceWhereItCannotWrite) {
  const std::string file = add("good", to_json_text(canary_finding()));
  const std::string script = (folder_.path() / "ran").string();
  for (const std::string& out : {(folder_.path() / "none" / "out.json").string(),
                                 folder_.path().string(), std::string("/proc/out.json")}) {
    const Ran ran = run({"reduce", file, "--command", "touch " + script + ";", "--out", out});
    EXPECT_EQ(ran.code, ExitCode::Usage);
    EXPECT_TRUE(ran.err.starts_with("dinkel: cannot write " + out + ": ")) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(script)) << "the work had begun";
    EXPECT_EQ(run({"reduce", file, "--out", out}).code, ExitCode::Usage);
  }
  const std::string out = (folder_.path() / "out.json").string();
  EXPECT_EQ(run({"reduce", file, "--out", out}).code, ExitCode::Ok);
  EXPECT_EQ(read_finding(out).kind, FindingKind::WrongRows);
}

}  // namespace
}  // namespace dinkel
