// SIMD video's datapath with AVX-512, sixteen threads at a time (VID-9..11).
#include "concrete/instructions/vsimd_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vsimd_avx512(const VsimdModifiers* modifiers, const Operands* operands, const VsimdChoices*,
                                     Results* results) {
  const VsimdVector<16> onVectors(*modifiers);
  onVectors.allThreads(operands, results);
}
