// Which function is called with what in the datapaths with a memory, held against the oracle: which objects they hand
// on; where RED's lanes take their turns (RED-6), who does, on which elements, over the list of which order. The
// fuzzers' oracle is made of the same elements.
#pragma once
#include "proofs/statements/callee.h"
#include "proofs/statements/oracle.h"

namespace warplaw::proofs {

/// For a function that calls others and that the oracle knows: compares the oracle's calls with the very statement that
/// was lifted, whose callees are those of its input. kept: what functions of RED and SURED may assume. Nothing for any
/// other function.
std::optional<Obligation> statesTheOraclesCalls(const std::string& symbol, const CallStatement& statement,
                                                const Contract* kept, std::span<const Obligation> made,
                                                const std::string& prefix);

/// All that comes after the reach: once it is known who performs, lanes take the turns of the one function that is for
/// the modifiers' operation and size (several elements: the halves'), over the list of their order; results are what
/// was left where it was said who performs. The statement says how many calls there are. made: all that is asked of the
/// code, which assumes nothing but `kept`.
Obligation statesTheOraclesTake(const std::string& prefix, const CalledSteps& called, const CallStatement& statement,
                                const Contract& kept, std::span<const Obligation> made);
/// The halves of F16x2 by the functions of the operation, the low ones over the list that was handed over.
Obligation statesTheOraclesHalves(const std::string& prefix, const CalledSteps& called, const CallStatement& statement,
                                  const Contract& kept, std::span<const Obligation> made);
/// A datapath of RED or SURED: its reach is handed what it was handed itself; what comes after the reach gets the RED's
/// modifiers, operands and choices (SURED's are the oracle's reduction of its own), the memory, what was reached and
/// the results, which nobody changes afterwards.
Obligation statesTheOraclesDatapath(const std::string& prefix, const std::string& symbol, const CalledSteps& called,
                                    const CallStatement& statement, const Contract& kept,
                                    std::span<const Obligation> made);
/// ATOMS' datapath of a path: of each legal form the function of its name, handed all that it was handed itself and the
/// path's way to list lanes; results are what that one left.
Obligation statesTheOraclesSelection(const std::string& prefix, const std::string& path, const CalledSteps& called,
                                     const CallStatement& statement, std::span<const Obligation> made);

} // namespace warplaw::proofs
