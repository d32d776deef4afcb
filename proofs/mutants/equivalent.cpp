#include "proofs/mutants/equivalent.h"

namespace warplaw::proofs {

std::vector<EquivalentMutant> equivalentMutants() {
  return {
#define WARPLAW_EQUIVALENT(where, text, why) {where, text, why},
#include "proofs/mutants/equivalent.def"
#undef WARPLAW_EQUIVALENT
  };
}

} // namespace warplaw::proofs
