// SIMD video's datapath without anything machine-specific, four threads at a time (VID-9..11).
#include "concrete/instructions/vsimd_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vsimd_portable(const VsimdModifiers* modifiers, const Operands* operands, const VsimdChoices*,
                                       Results* results) {
  const VsimdVector<4> onVectors(*modifiers);
  onVectors.allThreads(operands, results);
}
