// What a program's theorems and their witnesses share: see program.h.
#pragma once
#include "proofs/statements/program.h"

namespace warplaw::proofs {

inline constexpr std::string_view kBeforeProgram = "before."; ///< prefix of the variables of the warp before
std::string prefixOfStep(std::size_t step);                   ///< of a step's choices
std::string prefixOfExited();
/// Suffix of a step's values that no rule promises, in the second run with which a statement about promised values
/// compares.
inline constexpr std::string_view kOtherRun = "other.";

Written writtenBy(const ProgramContract& contract, const Encodings& encodings);
/// What a statement says in the lane, of a contract that has been checked.
Term meaning(const spec::Statement& statement, unsigned lane, const Warps& warps);

/// That what is said under a condition is said of something: see ConditionalPlace.
std::vector<Obligation> appliesObligations(Terms& terms, const std::string& theorem,
                                           const std::vector<Term>& assumptions,
                                           const std::vector<const spec::Statement*>& said, const Warps& warps);

} // namespace warplaw::proofs
