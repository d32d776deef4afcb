// Columns of VOTE: who votes yes (VOTE-1).
#pragma once
#include "fuzz/readers.h"
#include "spec/instructions/vote.h"

namespace warplaw::fuzz {

Explanation explained(const spec::VoteModifiers& modifiers, const spec::Operands& operands,
                      const spec::VoteChoices& choices, std::uint32_t allocated, const spec::SurroundingCells& cells);

} // namespace warplaw::fuzz
