// What gives each rule about semantics its force: a misreading, a twin or a claim that breaks it, and was refuted.
// Names alone count for nothing here: everything is run.
#pragma once
#include "spec/rejection.h"
#include "tools/interrupt.h"
#include <map>
#include <string>
#include <vector>

namespace warplaw::tools {

struct RuleCoverage {
  /// By rule: what broke it and was refuted, and by what.
  std::map<std::string, std::vector<std::string>, std::less<>> brokenBy;
  std::vector<std::string> faults; ///< survivors, rows of broken_rules.def that are not true
  std::string interrupted = {};    ///< what an interrupt left out, if it did: of what is not there nothing is known
};

/// Decides the theorems that broken_rules.def names and, for each rule about semantics that no misreading breaks, one
/// that names it alone; then runs all encodings and their misreadings against the third statement and `corpus`.
spec::Result<RuleCoverage> ruleCoverage(const std::string& corpus, const Interrupt& interrupt);

} // namespace warplaw::tools
