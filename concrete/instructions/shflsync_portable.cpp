// shfl.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-2).
#include "concrete/instructions/shfl_four.h"
#include "concrete/instructions/shflsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shflsync_portable(const ShflsyncModifiers* modifiers, const Operands* operands,
                                          const ShflsyncChoices* choices, const ExitedLanes* exited, Results* results) {
  shflsyncVector<FourLanes>(modifiers, operands, choices, exited, results);
}
