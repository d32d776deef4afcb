// What theorems say of ATOMS' checks before any access, as a call of warplaw_atoms_admit.
#pragma once
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {

/// Who performs, each lane's error, and what lanes in error write.
CallStatement checksStatement(Terms& terms, AtomsSize size);

} // namespace warplaw::proofs::atoms
