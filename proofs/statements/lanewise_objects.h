// Which object of a Lanewise contract is which: modifiers, operands, choices, parts of the surroundings, results.
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

inline constexpr unsigned kOperands = 1, kChoices = 2;
inline unsigned resultsOf(const Given& given) { return static_cast<unsigned>(given.objects.size() - 1); }

} // namespace warplaw::proofs
