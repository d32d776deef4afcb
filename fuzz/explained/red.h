// Columns of RED: addresses, turns and accesses to memory (RED-2, -6, -10).
#pragma once
#include "fuzz/readers.h"
#include "fuzz/reduction_plain.h"
#include "spec/instructions/red.h"

namespace warplaw::fuzz {

/// One lane's access (RED-2..5, MACH-8): its address, and its place in memory or what is wrong.
struct RedAccess {
  std::uint64_t address;
  std::uint32_t place;
  spec::ErrorKind error;
};
RedAccess redAccessPlainly(const spec::RedModifiers& modifiers, const spec::RedChoices& choices, unsigned lane,
                           const spec::Operands& operands, const PlainRegions& regions,
                           const spec::SpecialInputs& inputs);

Explanation explained(const spec::RedModifiers& modifiers, const spec::Operands& operands,
                      const spec::RedChoices& choices, std::uint32_t allocated, const spec::SurroundingCells& cells);

} // namespace warplaw::fuzz
