// The assumptions of an entry's theorem are all that is assumed of an instruction on a warp. They hold in every run:
// spec's checks and the machine's (concrete/execute.cpp) reject everything else.
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

/// What spec accepts of form, guard and choices, and the machine of what is around, implies every assumption of the
/// statement: those about what callees leave, of what the encodings say that they leave. An assumption more, whatever
/// about, is no consequence of that. `symbol`: an entry's; objects of the statement: form, guard, choices, warp, then
/// memory and parts around.
Obligation assumesWhatIsChecked(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                const std::string& prefix);

/// A contract that no caller among what ships keeps (CUDA's functions): it requires nothing, or no more than that the
/// parts of the surroundings that the function is given are legal, as the machine checks.
Obligation requiresWhatIsChecked(Terms& terms, const Contract& contract, const std::string& prefix);

} // namespace warplaw::proofs
