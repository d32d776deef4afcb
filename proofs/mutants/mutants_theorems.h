// A test of what demands the proofs: theorems that assume more than they may, and evidence that is missing, must be
// noticed by the run itself. A generated assumption about an input of a function is made where the function is proved
// and where it is called, as one object: some caller cannot establish it, or some twin is not refuted any more. No list
// of names is looked at. Laws are about no function: what notices that one is hollow is its line in the golden list
// (mutants_laws.h).
#pragma once
#include "proofs/mutants/mutants.h"
#include <set>

namespace warplaw::proofs {

enum class Notice {
  Noticed, ///< some obligation is not what it should be
  /// By proof, every caller establishes what is assumed; or the law was decided while it was stated, and the mutant is
  /// the same query. Nothing is weakened; it does not count.
  Implied,
  Unnoticed, ///< anything else: a time-out too
};

enum class Weakening {
  Assumption, ///< a contract has a generated one more
  Deletion,   ///< evidence is missing
  Law,        ///< a law is hollow
};

struct TheoremMutant {
  std::string
      name; ///< "warplaw_shfl_plan assumes form.rd < 16", "warplaw_fetch: outputs deleted", "..: its goal is true"
  Weakening kind = Weakening::Assumption;
  Notice notice = Notice::Unnoticed;
  std::string by; ///< the obligation that notices it, or those that show it implied; what the inventory misses
};

struct TheoremMutantOptions {
  TheoremList theorems; ///< all there are
  /// Only assumptions and evidence about these functions, and laws of these theorems; none at all: everything that
  /// there is.
  std::set<std::string> symbols, laws;
  /// Only so many assumptions, so many functions' evidence, and laws of so many theorems: the same every time.
  std::optional<std::size_t> sample;
};

/// Contracts narrowed in several ways; then each part of a function's evidence deleted from the records of a run; then
/// laws made hollow.
std::vector<TheoremMutant> runTheoremMutants(const TheoremMutantOptions& which, RunOptions options,
                                             const RunObserver& observer);

/// Each one that is not noticed, with how far it came; then how many there are, by kind and notice.
std::string theoremMutantTable(const std::vector<TheoremMutant>& mutants);
/// As expected if none is unnoticed and, of a whole run, at least 60 weaken something, 30 of them assumptions, 30
/// others laws.
ExitCode exitCodeOf(const std::vector<TheoremMutant>& mutants, bool whole);

} // namespace warplaw::proofs
