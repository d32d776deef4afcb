// Theorems decided for a subcommand that is not `verify`: any solver, the usual cache, all cores.
#pragma once
#include "proofs/engine/results.h"
#include "proofs/engine/theorem.h"
#include "tools/interrupt.h"

namespace warplaw::tools {

/// Every obligation's record, in the order of completion. Rejected if there is no solver or no cache. Gives how many
/// theorems an interrupt left undecided; of these nothing is recorded that would be taken for an answer
/// (proofs::kInterrupted).
spec::Result<std::size_t> runTheorems(const std::vector<proofs::Theorem>& theorems, const Interrupt& interrupt,
                                      std::function<void(const proofs::Record&)> onRecord);

constexpr const char* kProveHelp = "decide everything anew, also what was decided before";

/// How a lookup is made.
struct LookUp {
  bool prove = false; ///< what was decided before is decided again
  bool keep = false;  ///< what is decided now is kept for the next one: the theorems are whole, and about no code
};
struct LookedUp {
  std::size_t undecided = 0; ///< theorems that an interrupt left open
  std::string known;         ///< what was not decided now, and when it was: one line for people; empty: nothing
};
/// As runTheorems; but what this very program has decided as expected is not asked again (KeptVerdicts).
spec::Result<LookedUp> lookUp(const std::vector<proofs::Theorem>& theorems, const LookUp& how,
                              const Interrupt& interrupt, std::function<void(const proofs::Record&)> onRecord);

/// "interrupted: 3 of 12 theorems are not decided"
std::string interruptedText(std::size_t undecided, std::size_t theorems);

} // namespace warplaw::tools
