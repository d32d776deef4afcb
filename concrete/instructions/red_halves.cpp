// RED on the halves of F16x2, each of which has an order of its own (RED-6).
#include "concrete/instructions/red.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_halves(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                                   GenericBytes memory, const Results* reached, const std::uint8_t* list,
                                   std::uint32_t count, std::uint32_t performing) {
  std::uint8_t highList[kLanes] = {};
  const std::uint32_t highCount = warplaw_atoms_list_portable(choices->orderHigh.data(), performing, highList);
  switch (static_cast<RedOp>(modifiers->op)) {
#define WARPLAW_RED_HALVES(op, Op)                                                                                     \
  case RedOp::Op:                                                                                                      \
    warplaw_red_turns_##op##_low(modifiers, operands, choices, memory, reached, list, count);                          \
    return warplaw_red_turns_##op##_high(modifiers, operands, choices, memory, reached, highList, highCount);
#include "concrete/instructions/red_turns.def"
  default: // no legal form (RED-1)
    return;
  }
}
