// Theorems about what theorems assume: which forms and choices are legal, an instruction at a time; which surroundings
// are.
#pragma once
#include "proofs/engine/theorem.h"
#include "spec/mnemonic.h"
#include "symbolic/terms/term.h"

namespace warplaw::proofs {
using symbolic::Term;
using symbolic::Terms;

/// "<folder>/legality": the forms and choices that the instruction's theorems assume are those that spec accepts.
Theorem legalityTheorem(spec::Mnemonic mnemonic);

/// The assumptions of theorems, over variables "form.*" and "choices.*"; and the obligations about any such
/// assumptions.
struct AssumedLegality {
  Term legal, allowed; ///< width 1
};
AssumedLegality assumedLegality(spec::Mnemonic mnemonic, Terms& terms);
std::vector<Obligation> legalityObligations(spec::Mnemonic mnemonic, const std::string& name,
                                            const AssumedLegality& assumed);

/// The same for the surroundings of a warp: parts "inputs.*", "barriers.*", "regions.*" and "surfaces.*".
struct AssumedParts {
  Term inputs, barriers, regions, surfaces; ///< width 1
};
AssumedParts assumedParts(Terms& terms);
/// No obligation is made for a part that is null.
std::vector<Obligation> partObligations(const std::string& name, const AssumedParts& assumed);

} // namespace warplaw::proofs
