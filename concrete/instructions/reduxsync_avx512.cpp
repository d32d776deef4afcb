// redux.sync's datapath with AVX-512, sixteen lanes at a time (SYNC-5).
#include "concrete/instructions/reduxsync_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_reduxsync_avx512(const ReduxsyncModifiers* modifiers, const Operands* operands,
                                         const ReduxsyncChoices* choices, const ExitedLanes* exited, Results* results) {
  reduxsyncVector<16>(modifiers, operands, choices, exited, results);
}
