#include "fuzz/reduction_encoding.h"
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/red_elements.h"
#include <algorithm>
#include <cassert>
#include <cstddef>

namespace warplaw::fuzz {
namespace {
using spec::RedOp;
using spec::RedSize;

struct StepInput {
  std::uint64_t memory, operand, nan;
  std::uint32_t unlikeZeros;
};

unsigned bytesOfElement(RedSize size) { return symbolic::redElements(size)[0].bits / 8; }

native::LateFunction stepFunction(RedOp op, RedSize size) {
  auto owned = std::make_unique<Terms>();
  Terms& terms = *owned;
  const unsigned bytes = bytesOfElement(size);
  const Term memory = terms.variable(8 * bytes, "memory"), operand = terms.variable(8 * bytes, "operand"),
             unlikeZeros = terms.variable(32, "unlikeZeros"), nan = terms.variable(64, "nan");
  std::vector<native::Slot> inputs = {{memory, 0, offsetof(StepInput, memory), bytes},
                                      {operand, 0, offsetof(StepInput, operand), bytes},
                                      {nan, 0, offsetof(StepInput, nan), 8},
                                      {unlikeZeros, 0, offsetof(StepInput, unlikeZeros), 4}};
  return {std::move(owned),
          std::move(inputs),
          {{symbolic::redStep(op, size, memory, operand, unlikeZeros, nan), 0, 0, bytes}}};
}

/// Sizes that the compiler knows: no call, 64 times a run.
void copyElement(void* to, const void* from, unsigned bytes) {
  if (bytes == 8)
    std::memcpy(to, from, 8);
  else if (bytes == 4)
    std::memcpy(to, from, 4);
  else
    std::memcpy(to, from, 2);
}

} // namespace

const native::LateFunction& ReductionSteps::of(RedOp op, RedSize size) {
  auto& function = step_[static_cast<unsigned>(op)][static_cast<unsigned>(size)];
  if (!function)
    function = stepFunction(op, size);
  return *function;
}

void ReductionSteps::takeTurns(RedOp op, const PlainTurns& turns, const LaneOrder& order, const LaneOrder& orderHigh,
                               std::uint32_t unlikeZeros, std::span<std::uint8_t> memory) {
  StepInput in{};
  in.unlikeZeros = unlikeZeros;
  const void* const inputs[] = {&in};
  /// Lanes take their turns on those elements of their accesses that they reach in this order; there is one at most.
  const auto each = [&](const LaneOrder& lanes, bool isHigh) {
    for (const std::uint8_t lane : lanes) {
      const PlainTurn& turn = turns[lane];
      const auto elements = symbolic::redElements(turn.size);
      const auto reached = std::ranges::find(elements, isHigh, &symbolic::RedElement::inHighOrder);
      if (!turn.performs || reached == elements.end())
        continue;
      assert(turn.place + spec::bytesOf(turn.size) <= memory.size() && "an access that performs is in its region");
      const unsigned bytes = reached->bits / 8, into = reached->shift / 8;
      std::uint8_t* const element = memory.data() + turn.place + into;
      in.operand = turn.operand >> 8 * into;
      copyElement(&in.memory, element, bytes);
      in.nan = turn.nan;
      std::uint64_t after;
      void* const outputs[] = {&after};
      of(op, turn.size)(inputs, outputs);
      copyElement(element, &after, bytes);
    }
  };
  each(order, false);
  each(orderHigh, true);
}

} // namespace warplaw::fuzz
