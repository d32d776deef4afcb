// What RED and SURED do once it is known where their lanes go: who takes part, in which order, and turns as wide as an
// element (RED-6, SURED-9).
#include "concrete/instructions/atoms_lanes.h"
#include "concrete/instructions/red.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_take(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                                 GenericBytes memory, const Results* reached, Results* results) {
  const std::uint32_t performing = warplaw_red_admit(operands, reached, results);
  std::uint8_t list[kLanes] = {};
  const std::uint32_t count = warplaw_atoms_list_portable(choices->order.data(), performing, list);
  const auto size = static_cast<RedSize>(modifiers->size);
  if (size == RedSize::F16x2)
    warplaw_red_halves(modifiers, operands, choices, memory, reached, list, count, performing);
  else if (isWide(size))
    warplaw_red_turns_64(modifiers, operands, choices, memory, reached, list, count);
  else
    warplaw_red_turns_32(modifiers, operands, choices, memory, reached, list, count);
}
