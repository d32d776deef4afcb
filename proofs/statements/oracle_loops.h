// All obligations about the loops of datapaths with a memory (ATOMS, RED; SURED's are RED's), made from the oracle's
// functions (symbolic/encodings/oracle.h): the results of a turn of the lifted code, which turns there are, and which
// assumptions are allowed. A theorem file names the variables, replays witnesses and gives the twins. It makes no
// statement about these loops itself, so that the comparison with the oracle is the question that is asked.
#pragma once
#include "proofs/statements/loop_contract.h"
#include "proofs/statements/oracle.h"

namespace warplaw::proofs {

/// Obligations without replays and without their theorem's name before theirs.
struct LoopAsked {
  std::vector<Obligation> asked;
  // of the obligation "turn", for its twins:
  std::vector<LoopPart> parts;
  std::shared_ptr<const LiftedCode> code = {};
  Rewriting readsCode = {}, readsExpected = {};
  std::vector<Term> assumed = {};
  lift::State before; ///< what the lifter assumed of the objects
};
using AskedOfLoop = std::variant<LoopAsked, Problem>;
/// Something else that the parts are after a turn, refuted at that output.
struct LoopTwin {
  std::string name, output;
  std::vector<Term> after;
  std::function<Replay(const Assignment&)> replay;
};
/// As a theorem's, with its name: all that is asked, with one way to replay, and twins.
Obligations asObligations(Terms& terms, const Subject& subject, AskedOfLoop loop, const std::string& prefix,
                          const std::function<Replay(const Assignment&)>& replay,
                          const std::function<std::vector<LoopTwin>(const LoopAsked&)>& twins);

/// A function of ATOMS: what it is given, what the functions that it calls leave (atoms/checks, atoms/winners,
/// atoms/list), and turn k, all of it variables.
struct AtomsFunction {
  std::string symbol;
  lift::Table modifiers;
  symbolic::OperandTerms operands;
  spec::AtomsChoicesIn<AsTerms> choices;
  Term allocated; ///< 32 bits
  symbolic::ResultTerms before;
  symbolic::ResultTerms checked;  ///< after the checks of all lanes; of its predicate they change nothing
  Term admitted, winners;         ///< 32 bits
  symbolic::PerLane<Term> listed; ///< 5 bits each
  Term count;                     ///< 32 bits
  Term k;                         ///< 5 bits
  symbolic::LaneTurn turn;
};
AskedOfLoop askAtoms(Terms& terms, const Subject& subject, const AtomsFunction& function);

/// .SPIN's choice of winners, and one of its turns.
struct SpinFunction {
  std::string symbol;
  lift::Table modifiers;
  symbolic::OperandTerms operands;
  spec::AtomsChoicesIn<AsTerms> choices;
  symbolic::SpinTurn turn;
};
AskedOfLoop askSpin(Terms& terms, const Subject& subject, const SpinFunction& function);

/// Who attempts, in order: the portable way to list them, and one of its turns.
struct ListingFunction {
  symbolic::PerLane<Term> order; ///< 8 bits each
  Term performing;               ///< 32 bits
  Term turn;                     ///< counts turns: as many bits as that takes
  unsigned places;               ///< a turn
  symbolic::LanesListed before;
};
AskedOfLoop askListing(Terms& terms, const Subject& subject, const ListingFunction& function);

/// A function of RED's turns, which are given this; `reach` is the word that tells the lane's reach.
struct ReductionFunction {
  std::string symbol;
  RedModifierTerms modifiers;
  symbolic::OperandTerms operands;
  spec::RedChoicesIn<AsTerms> choices;
  symbolic::ResultTerms reached;
  symbolic::PerLane<Term> list;             ///< 8 bits each
  Term count, allocated;                    ///< 32 bits
  Term k, lane, reach;                      ///< 5, 8 and 32 bits
  std::array<Term, spec::kSourceRows> word; ///< 32 bits
  Term place;                               ///< 32 bits: any
  Term element, made;                       ///< what the turn finds, and what the step makes of it: for a witness
  std::vector<Term> facts;                  ///< what is assumed of all this, of what may be
};
/// The turns whose function that is; null: nobody's.
const symbolic::ReductionTurns* reductionTurnsOf(const std::string& symbol);
std::string turnsFunction(const symbolic::ReductionTurns& turns);
AskedOfLoop askReduction(Terms& terms, const Subject& subject, const ReductionFunction& function, const Contract& kept);

} // namespace warplaw::proofs
