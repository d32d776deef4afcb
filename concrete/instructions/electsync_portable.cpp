// elect.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-7).
#include "concrete/instructions/electsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_electsync_portable(const ElectsyncModifiers* modifiers, const Operands* operands,
                                           const ElectsyncChoices* choices, const ExitedLanes* exited,
                                           Results* results) {
  electsyncVector<4>(modifiers, operands, choices, exited, results);
}
