// Columns of match.sync: its groups.
#pragma once
#include "fuzz/explained/sync.h"
#include "spec/instructions/matchsync.h"

namespace warplaw::fuzz {

inline Explanation explained(const spec::MatchsyncModifiers&, const spec::Operands& operands,
                             const spec::MatchsyncChoices& choices, std::uint32_t,
                             const spec::SurroundingCells& cells) {
  return explainGroups(operands, cells, choices.overlapIsDefined);
}

} // namespace warplaw::fuzz
