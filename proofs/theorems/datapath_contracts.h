// What other theorems need of these instructions' own: the contracts of their portable datapaths, which code calls that
// is no entry (concrete/cuda.h).
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

Contract b2rDatapath();
Contract barDatapath();
Contract cs2rDatapath();
Contract pmtrigDatapath();
Contract voteDatapath();

} // namespace warplaw::proofs
