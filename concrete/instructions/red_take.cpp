// What RED and SURED do once it is known where their lanes go: who takes part, in which order, and the turns of their
// operation and element (RED-6, SURED-9).
#include "concrete/instructions/red.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
constexpr std::uint32_t pair(std::uint32_t op, RedElement element) {
  return op << 8 | static_cast<std::uint32_t>(element);
}
} // namespace

extern "C" void warplaw_red_take(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                                 GenericBytes memory, const Results* reached, Results* results, AtomsListing* listing) {
  const std::uint32_t performing = warplaw_red_admit(operands, reached, results);
  std::uint8_t list[kLanes] = {};
  const std::uint32_t count = listing(choices->order.data(), performing, list);
  switch (pair(modifiers->op, elementOf(static_cast<RedSize>(modifiers->size)))) {
#define WARPLAW_RED_TURNS(op, element, Op, Element)                                                                    \
  case pair(static_cast<std::uint32_t>(RedOp::Op), RedElement::Element):                                               \
    return warplaw_red_turns_##op##_##element(modifiers, operands, choices, memory, reached, list, count);
#include "concrete/instructions/red_turns.def"
  default:
    return warplaw_red_halves(modifiers, operands, choices, memory, reached, list, count, performing);
  }
}
