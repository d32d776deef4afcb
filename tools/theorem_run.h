// Theorems decided for a subcommand that is not `verify` of instructions: any solver, the usual cache, all cores,
// unless options say otherwise.
#pragma once
#include "proofs/engine/cache.h"
#include "proofs/engine/results.h"
#include "proofs/engine/theorem.h"
#include "tools/interrupt.h"
#include "tools/options.h"
#include <algorithm>
#include <thread>

namespace warplaw::tools {

/// Who answers, for how long, and where answers are kept: rows that `verify` and `equal` have.
struct Solving {
  std::string solver = "any", cacheMode = "use", cacheDirectory = proofs::Cache::defaultDirectory();
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  double timeout = 60;
  std::size_t memoryMiB = 4096;
  proofs::CacheMode mode() const;
};
void addSolvingOptions(Subcommand& command, Solving& solving);

/// Every obligation's record, in the order of completion. Rejected if there is no solver or no cache. Gives how many
/// theorems an interrupt left undecided; of these nothing is recorded that would be taken for an answer
/// (proofs::kInterrupted).
spec::Result<std::size_t> runTheorems(const std::vector<proofs::Theorem>& theorems, const Interrupt& interrupt,
                                      std::function<void(const proofs::Record&)> onRecord);
/// The same, asked as options say; `made` is told what made the records.
spec::Result<std::size_t> runTheorems(const std::vector<proofs::Theorem>& theorems, const Solving& solving,
                                      const Interrupt& interrupt, std::function<void(const proofs::Record&)> onRecord,
                                      proofs::Provenance& made);

constexpr const char* kProveHelp = "decide everything anew, also what was decided before";

/// How a lookup is made.
struct LookUp {
  bool prove = false; ///< what was decided before is decided again
  bool keep = false;  ///< what is decided now is kept for the next one: the theorems are whole
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
