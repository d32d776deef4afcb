// Is what a theorem says of an instruction's plan, modifiers or datapath what the oracle says (symbolic/encodings/
// oracle.h)? Terms are shared, so that the same says the very same term: a theorem about a function of its own, equal
// to the oracle's or not, is noticed. So are steps, reaches and turns of what has a memory.
#pragma once
#include "proofs/statements/contract.h"
#include "proofs/statements/cut_loop.h"
#include "proofs/statements/listed_lanes.h"
#include "symbolic/encodings/oracle.h"

namespace warplaw::proofs {

/// Reads a structure's cells where they lie in these objects, one an argument.
symbolic::CellOfArgument cellsIn(std::vector<const lift::Table*> objects);
symbolic::CellOfArgument cellsIn(const std::vector<lift::Table>& objects); ///< which outlive it

/// Nothing for a symbol of which the encoding has no function: plans, modifiers, datapaths and what the datapaths with
/// a memory are made of have one. `statement`: before lifting, as the theorem states it; its groups are what it
/// expects.
std::optional<Obligation> statesTheOracle(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                          const std::string& prefix);
/// The same of the word of one lane, where a theorem is about that; objects of `given` as a datapath has them.
std::optional<Obligation> statesTheOraclesLane(const std::string& symbol, const Given& given, Term lane,
                                               const symbolic::LaneWords& words, Term stated,
                                               const std::string& prefix);

// --- What the datapaths with a memory are made of. ---

/// What a lane reaches, as the code says it in one word (concrete/instructions/red_reach.h): the place and the size of
/// the lane's step, or no access and why. size: 32 bits.
inline constexpr symbolic::Bits kNoAccess = 0x80000000;
inline constexpr unsigned kPlaceBits = 24;
Term reachWord(Term performs, Term place, Term error, Term size);
inline Term placeIn(Term reach) { return reach & symbolic::onesOf(kPlaceBits); }
inline Term sizeIn(Term reach) { return reach.lshr(reach.terms().constant(32, kPlaceBits)); }

/// The loop of an ATOMS function: before its first turn, stated as "entry.row[0][7]", and one turn, as "memory" and
/// "row[0][7]".
struct AtomsLoop {
  const Equalities &first, &turn;
  const symbolic::LanesWaiting& waiting;
  const symbolic::LaneTurn& given;
};
/// Are both the oracle's terms of what they are given: variables, each of its own? What is checked may be what stood
/// there before the checks. objects: modifiers, operands, choices.
Obligation statesTheOraclesTurn(const std::string& symbol, const AtomsLoop& loop,
                                const std::vector<lift::Table>& objects);
/// The same of a turn of .SPIN's choice: "taken" and "winners".
Obligation statesTheOraclesSpin(const Equalities& stated, const std::vector<lift::Table>& objects,
                                const symbolic::SpinTurn& given);

/// What a turn of RED is given besides; `reach` is the word that tells the lane's reach.
struct ReductionGiven {
  Term lane, reach; ///< 8 and 32 bits
  std::array<Term, 2> word;
  Term place; ///< 32 bits: any
};
/// Any function of a step: what it makes of an element has its own theorem.
Term anyStep(unsigned bits, Term op, Term size, Term memory, Term operand, Term lane);
/// The same of a turn of RED: "memory" at that place, after any step. before: memory as the turn finds it. objects:
/// modifiers, operands, choices.
Obligation statesTheOraclesReduction(const std::string& symbol, const Equalities& stated,
                                     const std::vector<lift::Table>& objects, const ReductionGiven& given,
                                     const lift::ByteMemory& before);
/// The same of the list of who attempts, after so many places from `first` (5 bits) on: "list[3]" and "count".
Obligation statesTheOraclesListing(const Equalities& stated, const symbolic::PerLane<Term>& order, Term performing,
                                   Term first, unsigned places, const symbolic::LanesListed& before);

} // namespace warplaw::proofs
