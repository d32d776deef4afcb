// A theorem names the functions that it is about, and the inventory counts its proofs as theirs. This file compares
// these names with the code from which the evidence was made, each time that the theorem is stated, before any cached
// answer or choice of obligations.
#pragma once
#include "proofs/statements/subject.h"

namespace warplaw::proofs {

/// What is wrong with a theorem's names, or nothing. Evidence must be made from a function that the theorem names, as
/// this very subject has it, and at the stage that it settles (before optimisation, or as it ships). What it settles of
/// one named function it must settle of each. All evidence that was compared with the oracle must be asked. A theorem
/// without evidence (laws, whose witnesses replay in the code that it names) settles nothing: some are replayed, and it
/// is on no path.
std::string unlikeItsCode(const Theorem& theorem, std::span<const Obligation> made, const Subject& subject);

/// The same theorem, which becomes an ERROR if something is wrong.
Theorem heldAgainstItsCode(Theorem theorem, const Subject& subject);

} // namespace warplaw::proofs
