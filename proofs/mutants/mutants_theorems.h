// A test of what demands the proofs: theorems that assume more than they may, and evidence that is missing, must be
// noticed by the run itself. A generated assumption about an input of a function is made where the function is proved
// and where it is called, as one object: some caller cannot establish it, or some twin is not refuted any more.
#pragma once
#include "proofs/mutants/mutants.h"

namespace warplaw::proofs {

struct TheoremMutant {
  std::string name; ///< "warplaw_shfl_plan: assumes form.rd < 4", "warplaw_fetch: outputs deleted"
  bool noticed = false;
  std::string by; ///< the first record that is not as expected, or what the inventory misses
};

/// Every contract narrowed in several ways, then every part of every shipped function's evidence deleted from the
/// records of a whole run (`records`). `theorems`: all there are.
std::vector<TheoremMutant> runTheoremMutants(const TheoremList& theorems, const std::vector<Record>& records,
                                             RunOptions run, const RunObserver& observer);

} // namespace warplaw::proofs
