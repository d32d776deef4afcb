// Any program as the judge of a case: `warplaw minimize --oracle CMD`.
#pragma once
#include "fuzz/minimize/minimize.h"

namespace warplaw::tools {

/// Runs `CMD FILE` by the shell for one case after another. The file holds the case with what the encoding gives as its
/// expected values; exit code 0: as expected, 1: it fails, anything else: no answer.
class CommandJudge {
public:
  CommandJudge(fuzz::Oracle& oracle, std::string command);
  ~CommandJudge();
  CommandJudge(const CommandJudge&) = delete;
  CommandJudge& operator=(const CommandJudge&) = delete;
  /// Its exit code; 128 and more: a signal, or it could not be started. Nothing: the case is not legal.
  std::optional<int> ask(const spec::Case& c) const;
  fuzz::CaseJudge judge() const;

private:
  fuzz::Oracle& oracle_;
  std::string command_, folder_;
};

} // namespace warplaw::tools
