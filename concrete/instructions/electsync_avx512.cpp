// elect.sync's datapath with AVX-512, sixteen lanes at a time (SYNC-7).
#include "concrete/instructions/electsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_electsync_avx512(const ElectsyncModifiers* modifiers, const Operands* operands,
                                         const ElectsyncChoices* choices, const ExitedLanes* exited, Results* results) {
  electsyncVector<16>(modifiers, operands, choices, exited, results);
}
