// Columns of shfl.sync: its groups, and the lane that each lane reads (SYNC-2).
#pragma once
#include "fuzz/readers.h"
#include "spec/instructions/shflsync.h"

namespace warplaw::fuzz {

Explanation explained(const spec::ShflsyncModifiers& modifiers, const spec::Operands& operands,
                      const spec::ShflsyncChoices& choices, std::uint32_t allocated,
                      const spec::SurroundingCells& cells);

} // namespace warplaw::fuzz
