#include "tools/report_files.h"
#include "tools/markdown.h"
#include "tools/output.h"
#include "tools/since.h"
#include <utility>

namespace warplaw::tools {

void ReportFiles::addOptions(Subcommand& command) {
  command.options({
      {"--junit", junit_, "write a JUnit report to this file, with a case for each obligation"},
      {"--markdown", markdown_,
       "write a summary to this file, as for GITHUB_STEP_SUMMARY: the table, what failed, run times"},
      {"--since", since_,
       "compare with this earlier results file: new failures, other verdicts, "
       "obligations three times slower",
       kReadableFile},
  });
}

spec::Result<void> ReportFiles::prepare(std::vector<std::string> others) {
  others.push_back(since_);
  for (const auto& [path, option] : {std::pair(junit_, "--junit"), std::pair(markdown_, "--markdown")}) {
    if (auto writable = checkReportFile(path, option, others); !writable)
      return writable;
    others.push_back(path);
  }
  if (since_.empty())
    return {};
  auto earlier = proofs::readResults(since_);
  if (!earlier)
    return earlier.error();
  earlier_ = std::move(*earlier);
  return {};
}

spec::Result<void> ReportFiles::report(const RunResult& result, bool json) const {
  std::optional<Since> since;
  if (earlier_)
    since = changesSince(since_, *earlier_, result.made, result.records);
  show(result, since ? &*since : nullptr, json);
  spec::Result<void> written;
  if (!junit_.empty())
    written = writeJunit(junit_, suitesOf(result));
  if (!markdown_.empty())
    if (auto done = writeReportFile(markdown_, markdownOf(result, since ? &*since : nullptr)); !done)
      written = done;
  return written;
}

} // namespace warplaw::tools
