// match.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-4).
#include "concrete/instructions/matchsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_matchsync_portable(const MatchsyncModifiers* modifiers, const Operands* operands,
                                           const MatchsyncChoices* choices, const ExitedLanes* exited,
                                           Results* results) {
  matchsyncVector<4>(modifiers, operands, choices, exited, results);
}
