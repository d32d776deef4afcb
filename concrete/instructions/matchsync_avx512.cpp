// match.sync's datapath with AVX-512, sixteen lanes at a time (SYNC-4).
#include "concrete/instructions/matchsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_matchsync_avx512(const MatchsyncModifiers* modifiers, const Operands* operands,
                                         const MatchsyncChoices* choices, const ExitedLanes* exited, Results* results) {
  matchsyncVector<16>(modifiers, operands, choices, exited, results);
}
