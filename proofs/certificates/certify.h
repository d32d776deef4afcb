// Certificates of unsatisfiable queries: CaDiCaL solves the query's formula and writes a proof, and a checker that
// knows nothing of CaDiCaL (proofs/rup) goes through it. Then what must be believed of the query is its translation to
// clauses (bit_blast.h), which is cross-checked, and that checker: no solver.
#pragma once
#include "proofs/certificates/bit_blast.h"
#include "proofs/engine/certificate.h"
#include "spec/rejection.h"

namespace warplaw::certificates {

struct Limits {
  double seconds = 60;                           ///< of wall clock, for CaDiCaL; three times as much for the checker
  std::size_t memoryBytes = 0;                   ///< for each process, above what this one maps; 0: no limit
  std::size_t proofBytes = std::size_t{4} << 30; ///< a larger proof is not written
};

/// The version of the `cadical` program on PATH; a rejection says that there is none.
spec::Result<std::string> cadicalVersion();

/// Forks; leaves no file behind, however it ends.
proofs::Certificate certify(const symbolic::Query& query, const Limits& limits);

/// The same of a translation whose clauses are those of `circuit` and `asserted`: its own or, in tests, what somebody
/// made of them. Clauses that the cross-check finds to be others are a contradiction, whatever a solver says of them.
proofs::Certificate certify(const BitBlasted& translation, const Cnf& circuit, const std::vector<Literal>& asserted,
                            const Limits& limits);

} // namespace warplaw::certificates
