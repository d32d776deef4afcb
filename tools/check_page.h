// What `warplaw check` has found, as a page to be looked at.
#pragma once
#include "check/run.h"
#include "tools/executor_source.h"
#include <map>

namespace warplaw::tools {

struct CheckPageOptions {
  const ExecutorSource& executor;                            ///< as it was named: for the command that replays
  const std::map<const check::Finding*, std::string>& paths; ///< the case file of each finding
};
/// Writes index.html into a folder, which is made: the sum, a row for each form, and each mistake once, with the
/// picture and the table of its smallest case. Rejected as writeReportFile (tools/output.h). Weak, so that a program
/// may be linked without it.
[[gnu::weak]] spec::Result<void> writeCheckPage(const std::string& folder, const check::Report& report,
                                                const CheckPageOptions& options);

} // namespace warplaw::tools
