// shfl.sync's datapath with AVX-512, sixteen lanes at a time (SYNC-2).
#include "concrete/instructions/shfl_sixteen.h"
#include "concrete/instructions/shflsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shflsync_avx512(const ShflsyncModifiers* modifiers, const Operands* operands,
                                        const ShflsyncChoices* choices, const ExitedLanes* exited, Results* results) {
  shflsyncVector<SixteenLanes>(modifiers, operands, choices, exited, results);
}
