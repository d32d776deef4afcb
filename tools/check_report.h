// What `warplaw check` has found, as text for people and as one JSON object.
#pragma once
#include "check/run.h"
#include "tools/executor_source.h"

namespace warplaw::tools {

struct ReportOptions {
  ExecutorSource executor; ///< as it was named: for the command that replays
  std::string folder;      ///< where case files go
  bool json = false;
  std::string junit; ///< a file for a JUnit report; empty: none
  std::string html;  ///< a folder for a page; empty: none
};
/// Writes case files and prints. Rejected: a case file that cannot be written.
spec::Result<void> printReport(const check::Report& report, const ReportOptions& options);

} // namespace warplaw::tools
