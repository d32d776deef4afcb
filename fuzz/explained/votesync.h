// Columns of vote.sync: its groups.
#pragma once
#include "fuzz/explained/sync.h"
#include "spec/instructions/votesync.h"

namespace warplaw::fuzz {

inline Explanation explained(const spec::VotesyncModifiers&, const spec::Operands& operands,
                             const spec::VotesyncChoices& choices, std::uint32_t, const spec::SurroundingCells& cells) {
  return explainGroups(operands, cells, choices.overlapIsDefined);
}

} // namespace warplaw::fuzz
