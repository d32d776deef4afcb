// The turns that RED and SURED have in common, by the encoding: one step for each operation and size, on first use; the
// orders of the lanes, of F16x2 one for each half (RED-6), over plain bytes (MACH-4).
#pragma once
#include "fuzz/encoding.h"
#include "fuzz/reduction_plain.h"

namespace warplaw::fuzz {

/// A structure of variables, which a function reads from its input of that number.
template <class S>
S inputOf(Terms& terms, std::vector<native::Slot>& inputs, unsigned number, const char* prefix = "") {
  S structure = symbolic::variables<S>(terms, prefix);
  addSlots(inputs, structure, number);
  return structure;
}

class ReductionSteps {
public:
  /// As takeTurnsPlainly.
  void takeTurns(spec::RedOp op, const PlainTurns& turns, const LaneOrder& order, const LaneOrder& orderHigh,
                 std::uint32_t unlikeZeros, std::span<std::uint8_t> memory);

private:
  const native::LateFunction& of(spec::RedOp op, spec::RedSize size);
  std::array<std::array<std::optional<native::LateFunction>, 7>, 8> step_;
};

} // namespace warplaw::fuzz
