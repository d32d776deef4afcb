// Columns of SHFL: the lane that each lane reads, in plain integers (SHFL-1..6).
#pragma once
#include "fuzz/readers.h"
#include "spec/instructions/shfl.h"

namespace warplaw::fuzz {

/// The lane that lane i reads, and is it in range (SHFL-1..6).
struct ShflSourcePlain {
  int lane;
  bool inRange;
};
ShflSourcePlain shflSourcePlainly(spec::ShflMode mode, int i, std::uint32_t sb, std::uint32_t sc);

Explanation explained(const spec::ShflModifiers& modifiers, const spec::Operands& operands,
                      const spec::ShflChoices& choices, std::uint32_t allocated, const spec::SurroundingCells& cells);

} // namespace warplaw::fuzz
