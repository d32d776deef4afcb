// Is what a theorem says of an instruction's plan, modifiers or datapath what the oracle says (symbolic/encodings/
// oracle.h)? Terms are shared, so that the same says the very same term: a theorem about a function of its own, equal
// to the oracle's or not, is noticed.
#pragma once
#include "proofs/statements/contract.h"
#include "symbolic/encodings/oracle.h"

namespace warplaw::proofs {

/// Reads a structure's cells where they lie in these objects, one an argument.
symbolic::CellOfArgument cellsIn(std::vector<const lift::Table*> objects);

/// Nothing for a symbol that is no instruction's plan, modifiers or datapath on a path, and where that is no single
/// function of the encoding. `statement`: before lifting, as the theorem states it; its groups are what it expects.
std::optional<Obligation> statesTheOracle(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                          const std::string& prefix);
/// The same of the word of one lane, where a theorem is about that; objects of `given` as a datapath has them.
std::optional<Obligation> statesTheOraclesLane(const std::string& symbol, const Given& given, Term lane,
                                               const symbolic::LaneWords& words, Term stated,
                                               const std::string& prefix);

} // namespace warplaw::proofs
