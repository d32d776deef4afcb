// One turn of RED's loops over the listed lanes (RED-6): what it is given, as variables, what it leaves, and how a
// witness about it is tried on whole calls; proofs/theorems/red_turns.cpp and red_turns_replay.cpp include this.
#pragma once
#include "proofs/statements/oracle_loops.h"
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/memory.h"

namespace warplaw::proofs::red {

/// What holds of the arguments of turns: legal modifiers, allowed choices, and a list and a memory that are not too
/// long.
Term keptOf(const Given& g);

/// What the loop is given, as variables, and turn k.
struct Loop {
  const ReductionTurns& which;
  RedModifierTerms modifiers;
  OperandTerms operands;
  RedChoiceTerms choices;
  ResultTerms reached;
  symbolic::PerLane<Term> list; ///< 8 bits each
  Term count, allocated;        ///< 32 bits
  Term k;                       ///< 5 bits
  // what the turn takes from its lane, as variables (statements/oracle_loops.h)
  Term laneByte;                            ///< 8 bits: list[k]
  Term reach;                               ///< 32 bits: the lane's word of what it reaches
  std::array<Term, spec::kSourceRows> word; ///< 32 bits: its words of each operand row, as "word[2]"
  // for the witness: the element that the turn finds, and what the step makes of it
  Term element, made; ///< as wide as elements are

  Loop(Terms& terms, const ReductionTurns& turns)
      : which(turns), modifiers(symbolic::variables<RedModifierTerms>(terms)),
        operands(symbolic::variables<OperandTerms>(terms)), choices(symbolic::variables<RedChoiceTerms>(terms)),
        reached(symbolic::variables<ResultTerms>(terms, "reached.")), list(laneBytes(terms, "list")),
        count(terms.variable(32, "count")), allocated(terms.variable(32, "allocated")), k(terms.variable(5, "k")),
        laneByte(terms.variable(8, "list[k]")), reach(terms.variable(32, "reach")),
        element(terms.variable(turns.bits, "element")), made(terms.variable(turns.bits, "made")) {
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      word[row] = terms.variable(32, fmt::format("word[{}]", row));
  }
  Terms& terms() const { return k.terms(); }
  Given whole() const {
    return {terms(),
            {tableOf("modifiers", modifiers), tableOf("operands", operands), tableOf("choices", choices),
             tableOf("reached", reached), laneTable("list", list)},
            {allocated, count}};
  }
  Contract contract(const Subject& subject) const { return asStated(subject, turnsContract(which)); }
  /// What the function's callers keep, of everything but the list's lanes; and of the lane of this turn.
  std::vector<Term> facts() const {
    return {keptOf(whole()), symbolic::isOf(which, modifiers), laneReaches(laneByte, reach, allocated, modifiers)};
  }
  /// All this, as it is asked of; place: any.
  ReductionFunction function(Term place) const {
    return {turnsFunction(which),
            modifiers,
            operands,
            choices,
            reached,
            list,
            count,
            allocated,
            k,
            laneByte,
            reach,
            word,
            place,
            element,
            made,
            facts()};
  }
  /// The turn, by the oracle.
  symbolic::ReductionTurn turn(Term place, Term before, Term held) const {
    return {laneByte, reachTold(reach), word, place, before, held};
  }
  Term stepped(Term held) const; ///< what the step makes of it
  /// What stands at a place once that is the element.
  Term left(Term place, Term before, Term value) const;
};

/// What one turn leaves at any place; a twin says it otherwise.
using Outcome = std::function<Term(const Loop&, Term place, Term before, Term element)>;
Term encoded(const Loop& given, Term place, Term before, Term element);

/// Whole calls, by machine code and by the outcome folded over the turns: first the very call that the model tells of,
/// so that what is wrong only at one value of one input shows; then others.
Replay replayTurns(const Subject& subject, const ReductionTurns& which, const Outcome& outcome,
                   const Assignment& witness);

} // namespace warplaw::proofs::red
