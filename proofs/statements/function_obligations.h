// All obligations of a function whose contract is known.
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

/// Its contract and twins, and its calls by contract, each as this subject has it. how: with which replays, splits or
/// cases.
Obligations functionObligations(Terms& terms, const Subject& subject, const Contract& contract,
                                const std::vector<WrongEffect>& wrong, const std::string& prefix,
                                const std::function<void(FunctionContract&)>& how = {},
                                const std::vector<Contract>& callees = {});

} // namespace warplaw::proofs
