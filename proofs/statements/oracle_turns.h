// Which function is called with what where RED's lanes take their turns (RED-6), held against the oracle's elements:
// who takes turns, on which elements, over the list of which order. The fuzzers' oracle is made of the same elements.
#pragma once
#include "proofs/statements/callee.h"
#include "proofs/statements/listed_lanes.h"

namespace warplaw::proofs {

/// Callees of such a function, as its theorem says, each by its name.
using CalledSteps = std::map<std::string, Step>;

/// Of RED's modifiers, operands, choices, words of what is reached; and who performs.
struct TurnsGiven {
  lift::Table modifiers, operands, choices, reached;
  Term allocated, performing;
};

/// All that comes after the reach: once it is known who performs, lanes take the turns of the one function that is for
/// elements of the modifiers' size (several elements: the halves'), over the list of their order. The statement says
/// how many calls there are.
Obligation statesTheOraclesTake(const std::string& prefix, const TurnsGiven& given, const CalledSteps& called,
                                const CallStatement& statement);
/// The halves of F16x2, the low ones over the list that was handed over.
Obligation statesTheOraclesHalves(const std::string& prefix, const TurnsGiven& given, const lift::Table& list,
                                  Term count, const CalledSteps& called, const CallStatement& statement);

} // namespace warplaw::proofs
