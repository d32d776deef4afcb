// One turn of ATOMS's loop over the listed lanes as a statement: what is given, what the encoding says is left
// (ATOMS-5..7, -9, -10); and the witness of such a statement tried on whole runs. Only
// proofs/theorems/atoms_executor.cpp, atoms_turn.cpp and atoms_replay.cpp include this.
#pragma once
#include "proofs/statements/oracle_loops.h"
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {

/// Everything one call of a form's function is given, as variables; and, in the middle of its loop, the state before
/// turn k. What the turn reads of its lane stands as variables of its own, which the oracle ties to list[k] and to the
/// lane's rows (statements/oracle_loops.h).
struct Turn {
  Pair pair;
  Term imm24, baseIsZero, allocated; ///< 32 bits
  symbolic::OperandTerms operands;
  symbolic::AtomsChoiceTerms choices;
  symbolic::ResultTerms before;             ///< what Results holds when the function is called
  symbolic::ResultTerms checked;            ///< after the checks of all lanes (atoms/checks): "checked.row[0][3]", ...
  Term admitted;                            ///< 32 bits: the lanes that perform (atoms/checks)
  Term winners;                             ///< 32 bits: those of them that attempt; .SPIN only (atoms/winners)
  symbolic::PerLane<Term> listed;           ///< 5 bits each: the lanes that attempt, in order (atoms/list)
  Term count;                               ///< 32 bits: how many
  Term k;                                   ///< 5 bits: the turn
  Term laneByte;                            ///< 8 bits: list[k], as a witness calls it order[k]
  std::array<Term, spec::kSourceRows> word; ///< 32 bits: the lane's words of each operand row
  Term address;                             ///< 32 bits: the lane's effective address
  Term offset, place, byte; ///< any place in memory, address + offset (32 bits), and what it holds before the turn
  Term old;                 ///< what the lane's location holds before the turn
  std::array<symbolic::PerLane<Term>, spec::kResultRows> row; ///< Results' rows before the turn: "turn.row0[3]"

  Turn(Terms& terms, Pair pair);

  Term lane() const { return laneByte.extract(4, 0); }
  Term attempting() const { return isSpin(pair) ? winners : admitted; }
  Term returnsHigh() const; ///< width 1
  Term operand() const;     ///< of the access's width
  Term swap() const;
  symbolic::AtomsStep step() const;
};

/// As it is compared with the oracle's.
AtomsFunction functionOf(const Turn& turn);

/// What stands after a turn. A twin changes one thing.
struct TurnOutcome {
  Term memory; ///< the byte at `place`
  std::array<symbolic::PerLane<Term>, spec::kResultRows> row;
};
/// What lane list[k], which attempts, leaves after `step`; its words go to the rows of lane `to` (5 bits).
TurnOutcome outcomeOf(const Turn& turn, const symbolic::AtomsStep& step, Term to);
/// Rows before turn 0, for replays: as the checks left them; losers of .SPIN return 0 (ATOMS-10).
std::array<symbolic::PerLane<Term>, spec::kResultRows> entryOf(const Turn& turn);
TurnOutcome encoded(const Turn& turn);

/// Builds the outcome that is to be replayed, in Terms of its own.
using OutcomeBuilder = std::function<TurnOutcome(const Turn&)>;

/// Tries runs made from a witness over Turn's variables: reproduced if machine code and the outcome, folded over the
/// turns, differ; at `mustDiffer` ("memory", "row[0][5]") if it is not empty.
Replay replayTurn(const Subject& subject, Pair pair, const OutcomeBuilder& builder, const std::string& mustDiffer,
                  const Assignment& witness);

} // namespace warplaw::proofs::atoms
