// The reports of a run that are files, and the earlier run that it is held against: options that `verify` and `merge`
// share.
#pragma once
#include "tools/options.h"
#include "tools/run_result.h"

namespace warplaw::tools {

class ReportFiles {
public:
  void addOptions(Subcommand& command);
  /// Reads the earlier results; may the files be written, each of them another than the rest and than those that the
  /// command itself reads or writes (`others`, empty names left out)? Asked before the work begins.
  spec::Result<void> prepare(std::vector<std::string> others);
  /// Shows the result (on stdout, as text or JSON) and writes the files, all of them if one fails.
  spec::Result<void> report(const RunResult& result, bool json) const;

  /// The names of the files; a kernel's files are made from other verdicts (tools/kernel_reports.h).
  const std::string& junit() const { return junit_; }
  const std::string& markdown() const { return markdown_; }
  const std::string& since() const { return since_; }

private:
  std::string junit_, markdown_, since_;
  std::optional<proofs::EarlierResults> earlier_;
};

} // namespace warplaw::tools
