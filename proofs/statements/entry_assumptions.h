// The assumptions of an entry's theorem are all that is assumed of an instruction on a warp. They hold in every run:
// spec's checks and the machine's (concrete/execute.cpp) reject everything else.
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

/// The checks of form, guard and choices by spec, and of the surroundings by the machine, imply every assumption of the
/// statement; assumptions about the results of callees are implied for the results that the encodings give. A further
/// assumption, about anything, would be no consequence. `symbol`: an entry's; objects of the statement: form, guard,
/// choices, warp, then memory and parts around.
Obligation assumesWhatIsChecked(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                const std::string& prefix);

/// A contract that no caller among what ships keeps (CUDA's functions): it requires nothing, or no more than that the
/// parts of the surroundings that the function is given are legal, as the machine checks.
Obligation requiresWhatIsChecked(Terms& terms, const Contract& contract, const std::string& prefix);

} // namespace warplaw::proofs
