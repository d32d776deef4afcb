// SHFL's datapath for any processor, four lanes at a time (SHFL-1..8).
#include "concrete/instructions/shfl_four.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shfl_portable(const ShflModifiers* modifiers, const Operands* operands,
                                      const ShflChoices* choices, Results* results) {
  shflVector<FourLanes>(modifiers->mode, operands, choices, results);
}
