// Theorems decided for a subcommand that is not `verify`: any solver, the usual cache, all cores.
#pragma once
#include "proofs/engine/results.h"
#include "proofs/engine/theorem.h"

namespace warplaw::tools {

/// Every obligation's record, in the order of completion. Rejected if there is no solver or no cache.
spec::Result<void> runTheorems(const std::vector<proofs::Theorem>& theorems,
                               std::function<void(const proofs::Record&)> onRecord);

} // namespace warplaw::tools
