// What is known of a kernel for all inputs, as files: JUnit, SARIF, Markdown, and a page with the lanes of each
// counterexample. Options that `verify FILE.ptx|FILE.cu` and `equal` share.
#pragma once
#include "tools/kernel_verdicts.h"
#include "tools/options.h"

namespace warplaw::tools {

struct KernelReports {
  std::string junit, markdown; ///< files; empty: none
  std::string sarif, html;     ///< a file, a folder
  /// `whole`: with --junit and --markdown, which `verify` has for all that it verifies.
  void addOptions(Subcommand& command, bool whole);
  /// May they be written? Asked before the work begins; `others` as of checkReportFile (tools/output.h).
  spec::Result<void> prepare(std::vector<std::string> others) const;
  /// All of them, if one fails, too.
  spec::Result<void> write(const KernelVerdicts& verdicts) const;
};

} // namespace warplaw::tools
