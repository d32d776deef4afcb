// What other theorems need of these instructions' own: the contracts of their portable datapaths, which code calls that
// is no entry (concrete/cuda.h, include/warplaw/cuda.h).
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

Contract activemaskDatapath();
Contract b2rDatapath();
Contract barDatapath();
Contract cs2rDatapath();
Contract matchsyncDatapath();
Contract pmtrigDatapath();
Contract reduxsyncDatapath();
Contract shflsyncDatapath();
Contract voteDatapath();
Contract votesyncDatapath();

} // namespace warplaw::proofs
