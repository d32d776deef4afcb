// SHFL's datapath with AVX-512, sixteen lanes at a time (SHFL-1..8).
#include "concrete/instructions/shfl_sixteen.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shfl_avx512(const ShflModifiers* modifiers, const Operands* operands,
                                    const ShflChoices* choices, Results* results) {
  shflVector<SixteenLanes>(modifiers->mode, operands, choices, results);
}
