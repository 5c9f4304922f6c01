// dinkel report: what a campaign found, as a page or as issues.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "cli/commands.h"
#include "report/report.h"

namespace dinkel {

ExitCode report_command(Arguments arguments) {
  std::string folder;
  std::string out;
  bool markdown = false;
  CLI::App app("Writes what a campaign found: one HTML page, or issues as Markdown.",
               "dinkel report");
  app.add_option("DIR", folder, "the folder of dinkel fuzz or dinkel check")->required();
  app.add_flag("--markdown", markdown, "issues ready to paste, instead of a page");
  app.add_option("--out", out, "the file (default: DIR/report.html; Markdown is printed)");
  if (const auto code = parse_arguments(app, arguments)) return *code;
  const ReportData data = load_report(folder);
  const std::string text = markdown ? report_markdown(data) : report_html(data);
  if (markdown && out.empty()) {
    fmt::print("{}", text);
    return ExitCode::Ok;
  }
  const std::filesystem::path file =
      out.empty() ? std::filesystem::path(folder) / "report.html" : std::filesystem::path(out);
  write_file(file, text);
  fmt::print("{}: {} families\n", file.string(), data.families.size());
  return ExitCode::Ok;
}

}  // namespace dinkel
