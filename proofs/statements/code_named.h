// A theorem names the functions that it is about, and the inventory counts what it proves as theirs. Here that is held
// against the code that its evidence was made of, each time that the theorem is stated: no answer of a cache, and no
// choice of obligations, comes before it.
#pragma once
#include "proofs/statements/subject.h"

namespace warplaw::proofs {

/// What is wrong with that, or nothing. Evidence is made of a function that the theorem names, as this very subject has
/// it; before optimisation or as it ships, whichever it settles; and what it settles of one function that is named, it
/// settles of each. All evidence that was compared with the oracle is asked. A theorem without evidence (laws, whose
/// witnesses replay in the code that it names) settles nothing: some are replayed, and it is on no
/// path.
std::string unlikeItsCode(const Theorem& theorem, std::span<const Obligation> made, const Subject& subject);

/// The same theorem, which is an ERROR where that finds something.
Theorem heldAgainstItsCode(Theorem theorem, const Subject& subject);

} // namespace warplaw::proofs
