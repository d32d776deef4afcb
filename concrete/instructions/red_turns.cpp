// RED's lanes take their steps one after the other (RED-6, MACH-4).
#include "concrete/instructions/red.h"
#include <bit>

using namespace warplaw::spec;
using namespace warplaw::concrete;

static_assert(std::endian::native == std::endian::little, "generic memory is little-endian (MACH-4)");

namespace {
/// The element that is `shift` bits from the least significant one of its lane's access.
template <class Bits, RedStep<Bits>* step, unsigned shift = 0>
__attribute__((always_inline)) inline void turns(const RedModifiers* modifiers, const Operands* operands,
                                                 const RedChoices* choices, GenericBytes memory, const Results* reached,
                                                 const std::uint8_t* list, std::uint32_t count) {
  typedef Bits InMemory __attribute__((aligned(1), may_alias));
  const std::uint32_t op = modifiers->op;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint32_t lane = list[k];
    const std::uint32_t reach = reached->row[0][lane];
    InMemory* at = reinterpret_cast<InMemory*>(memory.bytes + placeOf(reach) + shift / 8);
    Bits operand = static_cast<Bits>(operands->row[red_rows::kOperand][lane] >> shift);
    if constexpr (sizeof(Bits) == 8)
      operand |= static_cast<std::uint64_t>(operands->row[red_rows::kOperandHigh][lane]) << 32;
    *at = step(op, sizeOf(reach), *at, operand, choices, lane);
  }
}
} // namespace

extern "C" {
void warplaw_red_turns_low(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                           GenericBytes memory, const Results* reached, const std::uint8_t* list, std::uint32_t count) {
  turns<std::uint16_t, warplaw_red_step_16>(modifiers, operands, choices, memory, reached, list, count);
}
void warplaw_red_turns_high(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                            GenericBytes memory, const Results* reached, const std::uint8_t* list,
                            std::uint32_t count) {
  turns<std::uint16_t, warplaw_red_step_16, 16>(modifiers, operands, choices, memory, reached, list, count);
}
void warplaw_red_turns_32(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                          GenericBytes memory, const Results* reached, const std::uint8_t* list, std::uint32_t count) {
  turns<std::uint32_t, warplaw_red_step_32>(modifiers, operands, choices, memory, reached, list, count);
}
void warplaw_red_turns_64(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                          GenericBytes memory, const Results* reached, const std::uint8_t* list, std::uint32_t count) {
  turns<std::uint64_t, warplaw_red_step_64>(modifiers, operands, choices, memory, reached, list, count);
}
}
