// RED's lanes take their steps one after the other, an operation and a kind of elements a function (RED-6, RED-7,
// MACH-4). A switch within a turn would mispredict where nobody can learn which lanes take part.
#include "concrete/instructions/red_step.h"
#include <bit>

using namespace warplaw::spec;
using namespace warplaw::concrete;

static_assert(std::endian::native == std::endian::little, "generic memory is little-endian (MACH-4)");

namespace {
/// What turns work on: the element that is kShift bits from the least significant one of its lane's access, of a size
/// or, where the lane's word says that, of the one that differs in the sign.
template <class T, RedSize size, RedSize signedSize = size, unsigned shift = 0> struct Element {
  using Bits = T;
  static constexpr auto kSize = static_cast<std::uint32_t>(size), kSigned = static_cast<std::uint32_t>(signedSize);
  static constexpr unsigned kShift = shift;
};
using Word = Element<std::uint32_t, RedSize::U32, RedSize::S32>;
using Wide = Element<std::uint64_t, RedSize::U64, RedSize::S64>;
using F32 = Element<std::uint32_t, RedSize::F32>;
using F64 = Element<std::uint64_t, RedSize::F64>;
template <unsigned shift> using Half = Element<std::uint16_t, RedSize::F16x2, RedSize::F16x2, shift>;

template <RedOp op, class Element>
__attribute__((always_inline)) inline void turns(const Operands* operands, const RedChoices* choices,
                                                 GenericBytes memory, const Results* reached, const std::uint8_t* list,
                                                 std::uint32_t count) {
  using Bits = typename Element::Bits;
  typedef Bits InMemory __attribute__((aligned(1), may_alias));
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint32_t lane = list[k];
    const std::uint32_t reach = reached->row[0][lane];
    InMemory* at = reinterpret_cast<InMemory*>(memory.bytes + placeOf(reach) + Element::kShift / 8);
    Bits operand = static_cast<Bits>(operands->row[red_rows::kOperand][lane] >> Element::kShift);
    if constexpr (sizeof(Bits) == 8)
      operand |= static_cast<std::uint64_t>(operands->row[red_rows::kOperandHigh][lane]) << 32;
    const std::uint32_t size = sizeOf(reach) == Element::kSigned ? Element::kSigned : Element::kSize;
    *at = stepOf(static_cast<std::uint32_t>(op), size, *at, operand, choices, lane);
  }
}
} // namespace

extern "C" {
#define WARPLAW_RED_TURNS(op, element, Op, Element)                                                                    \
  void warplaw_red_turns_##op##_##element(const RedModifiers*, const Operands* operands, const RedChoices* choices,    \
                                          GenericBytes memory, const Results* reached, const std::uint8_t* list,       \
                                          std::uint32_t count) {                                                       \
    turns<RedOp::Op, Element>(operands, choices, memory, reached, list, count);                                        \
  }
#define WARPLAW_RED_HALVES(op, Op)                                                                                     \
  WARPLAW_RED_TURNS(op, low, Op, Half<0>)                                                                              \
  WARPLAW_RED_TURNS(op, high, Op, Half<16>)
#include "concrete/instructions/red_turns.def"
}
