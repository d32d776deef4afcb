// Any program as the judge of a case: `warplaw minimize --oracle CMD`.
#pragma once
#include "fuzz/minimize/minimize.h"
#include "fuzz/oracle.h"
#include "tools/interrupt.h"
#include "tools/temporary_folder.h"
#include <map>

namespace warplaw::tools {

/// Runs `CMD FILE` by the shell for one case after another. The file holds the case with what the encoding gives as its
/// expected values; exit code 0: as expected, 1: it fails, anything else: no answer.
class CommandJudge {
public:
  /// Once somebody interrupts, or the command changes its mind, `interrupt` says so, and nothing more is asked.
  /// `folder`: where it puts the cases.
  CommandJudge(fuzz::Oracle& oracle, std::string command, TemporaryFolder folder, Interrupt& interrupt);
  CommandJudge(const CommandJudge&) = delete;
  CommandJudge& operator=(const CommandJudge&) = delete;
  /// Its exit code; 128 and more: a signal, or it could not be started. Nothing: the case is not legal. If it was asked
  /// about the case before: what it said the first time.
  std::optional<int> ask(const spec::Case& c);
  fuzz::CaseJudge judge();
  /// "the command answered 1, then 0, on the same case", once it did; then there is no sense in going on.
  const std::string& changedItsMind() const { return changedItsMind_; }

private:
  int run(const std::string& json) const;

  fuzz::Oracle& oracle_;
  Interrupt& interrupt_;
  std::string command_;
  TemporaryFolder folder_;
  std::map<std::string, int, std::less<>> answers_; ///< by SHA-256 of the case
  std::string changedItsMind_;
};

} // namespace warplaw::tools
