// Columns of redux.sync: its groups.
#pragma once
#include "fuzz/explained/sync.h"
#include "spec/instructions/reduxsync.h"

namespace warplaw::fuzz {

inline Explanation explained(const spec::ReduxsyncModifiers&, const spec::Operands& operands,
                             const spec::ReduxsyncChoices& choices, std::uint32_t,
                             const spec::SurroundingCells& cells) {
  return explainGroups(operands, cells, choices.overlapIsDefined);
}

} // namespace warplaw::fuzz
