// vote.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-3).
#include "concrete/instructions/votesync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_votesync_portable(const VotesyncModifiers* modifiers, const Operands* operands,
                                          const VotesyncChoices* choices, const ExitedLanes* exited, Results* results) {
  votesyncVector<4>(modifiers, operands, choices, exited, results);
}
