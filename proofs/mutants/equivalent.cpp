#include "proofs/mutants/equivalent.h"
#include <fnmatch.h>

namespace warplaw::proofs {

bool EquivalentMutant::isIn(const std::string& place) const { return fnmatch(where.c_str(), place.c_str(), 0) == 0; }

std::vector<EquivalentMutant> equivalentMutants() {
  return {
#define WARPLAW_EQUIVALENT(where, text, why) {where, text, why},
#include "proofs/mutants/equivalent.def"
#undef WARPLAW_EQUIVALENT
  };
}

} // namespace warplaw::proofs
