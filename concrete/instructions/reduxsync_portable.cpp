// redux.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-5).
#include "concrete/instructions/reduxsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_reduxsync_portable(const ReduxsyncModifiers* modifiers, const Operands* operands,
                                           const ReduxsyncChoices* choices, const ExitedLanes* exited,
                                           Results* results) {
  reduxsyncVector<4>(modifiers, operands, choices, exited, results);
}
