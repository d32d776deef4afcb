// What other instructions' theorems need of VOTE's: its datapath's contract, where code calls it (VOTE-1..3).
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs::vote {

Contract portableContract();

} // namespace warplaw::proofs::vote
