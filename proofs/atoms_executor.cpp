// placeholder until the code theorems are written
#include "proofs/atoms_theorems.h"
namespace warplaw::proofs::atoms {
std::vector<Theorem> executorTheorems(const Subject&) { return {}; }
} // namespace warplaw::proofs::atoms
