// What is kept of answers names them without a solver: it stands apart from those that ask one.
#include "proofs/engine/solver.h"

namespace warplaw::proofs {

std::string_view textOf(RawAnswer::Kind kind) {
  constexpr std::string_view kTexts[] = {"sat", "unsat", "unknown", "time-out", "crash"};
  return kTexts[static_cast<int>(kind)];
}

} // namespace warplaw::proofs
