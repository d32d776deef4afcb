// Columns of elect.sync: its groups.
#pragma once
#include "fuzz/explained/sync.h"
#include "spec/instructions/electsync.h"

namespace warplaw::fuzz {

inline Explanation explained(const spec::ElectsyncModifiers&, const spec::Operands& operands,
                             const spec::ElectsyncChoices& choices, std::uint32_t,
                             const spec::SurroundingCells& cells) {
  return explainGroups(operands, cells, choices.overlapIsDefined);
}

} // namespace warplaw::fuzz
