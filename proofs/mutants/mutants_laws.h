// Hollow laws: a law (an obligation of a theorem that is about no code, or one of rules alone in a theorem about code)
// whose goal is true by definition, or that assumes more than it did, says less and is PROVED as before. Each must be
// noticed: by its verdict, or by the golden list's line about it (statements/inventory.h, goldenLine).
#pragma once
#include "proofs/mutants/mutants_theorems.h"

namespace warplaw::proofs {

/// Three mutants of every obligation of these theorems that is a question and expected to be PROVED: its goal made
/// true; an assumption that nothing meets; an assumption that one value does not meet. From theorems about code, only
/// laws about rules alone take part, unless their goal folded to true. `sample`: only so many theorems about no code
/// and as many about code take part, the same ones every time.
std::vector<TheoremMutant> lawMutants(std::vector<Theorem> theorems, std::optional<std::size_t> sample,
                                      RunOptions options, const RunObserver& observer);

} // namespace warplaw::proofs
