// CaDiCaL as a solver: a query's terms become clauses here (bit_blast.h), and not in it. Of most questions about bits
// that Z3 takes long for it takes a fifth of the time.
#pragma once
#include "proofs/engine/solver.h"

namespace warplaw::certificates {

/// What `verify` and `prove` ask: as proofs::solverPolicy; under "any" CaDiCaL comes first, where there is such a
/// program.
spec::Result<proofs::SolverPolicy> policyWithCadical(std::string_view name);

} // namespace warplaw::certificates
