// Theorems decided for a subcommand that is not `verify`: any solver, the usual cache, all cores.
#pragma once
#include "proofs/engine/results.h"
#include "proofs/engine/theorem.h"
#include "tools/interrupt.h"

namespace warplaw::tools {

/// Every obligation's record, in the order of completion. Rejected if there is no solver or no cache. Gives how many
/// theorems an interrupt left undecided; of these nothing is recorded that would be taken for an answer
/// (proofs::kInterrupted).
spec::Result<std::size_t> runTheorems(const std::vector<proofs::Theorem>& theorems, const Interrupt& interrupt,
                                      std::function<void(const proofs::Record&)> onRecord);

/// "interrupted: 3 of 12 theorems are not decided"
std::string interruptedText(std::size_t undecided, std::size_t theorems);

} // namespace warplaw::tools
