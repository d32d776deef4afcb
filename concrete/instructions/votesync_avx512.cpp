// vote.sync's datapath with AVX-512, sixteen lanes at a time (SYNC-3).
#include "concrete/instructions/votesync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_votesync_avx512(const VotesyncModifiers* modifiers, const Operands* operands,
                                        const VotesyncChoices* choices, const ExitedLanes* exited, Results* results) {
  votesyncVector<16>(modifiers, operands, choices, exited, results);
}
