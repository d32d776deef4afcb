// A test of what demands the proofs: theorems that assume more than they may, and evidence that is missing, must be
// noticed by the run itself. A generated assumption about an input of a function is made where the function is proved
// and where it is called, as one object: some caller cannot establish it, or some twin is not refuted any more. No list
// of names is looked at.
#pragma once
#include "proofs/mutants/mutants.h"
#include <set>

namespace warplaw::proofs {

enum class Notice {
  Noticed,   ///< some obligation is not what it should be
  Implied,   ///< by proof, every caller establishes what is assumed, so that nothing is weakened; it does not count
  Unnoticed, ///< anything else: a time-out too
};

struct TheoremMutant {
  std::string name;        ///< "warplaw_shfl_plan assumes form.rd < 16", "warplaw_fetch: outputs deleted"
  bool assumption = false; ///< generated; else deleted evidence
  Notice notice = Notice::Unnoticed;
  std::string by; ///< the obligation that notices it, or those that show it implied; what the inventory misses
};

struct TheoremMutantOptions {
  TheoremList theorems;          ///< all there are
  std::set<std::string> symbols; ///< only assumptions and evidence about these functions; empty: about all that ship
  std::optional<std::size_t> sample; ///< only so many assumptions, and so many functions' evidence: the same every time
};

/// Contracts narrowed in several ways; then each part of a function's evidence deleted from the records of a run.
std::vector<TheoremMutant> runTheoremMutants(const TheoremMutantOptions& which, RunOptions options,
                                             const RunObserver& observer);

/// Each one that is not noticed, with how far it came; then how many there are, by kind and notice.
std::string theoremMutantTable(const std::vector<TheoremMutant>& mutants);
/// As expected if none is unnoticed and, of a whole run, at least 60 weaken something, 30 of them assumptions.
ExitCode exitCodeOf(const std::vector<TheoremMutant>& mutants, bool whole);

} // namespace warplaw::proofs
