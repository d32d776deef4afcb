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

/// What the loop is given, as variables, and its turn k at any place.
struct Loop : ReductionFunction {
  const ReductionTurns& which;

  Loop(Terms& terms, const ReductionTurns& turns)
      : ReductionFunction{.symbol = turnsFunction(turns),
                          .modifiers = symbolic::variables<RedModifierTerms>(terms),
                          .operands = symbolic::variables<OperandTerms>(terms),
                          .choices = symbolic::variables<RedChoiceTerms>(terms),
                          .reached = symbolic::variables<ResultTerms>(terms, "reached."),
                          .list = laneBytes(terms, "list"),
                          .count = terms.variable(32, "count"),
                          .allocated = terms.variable(32, "allocated"),
                          .k = terms.variable(5, "k"),
                          .lane = terms.variable(8, "list[k]"),
                          .reach = terms.variable(32, "reach"),
                          .word = {},
                          .place = terms.variable(32, "place"),
                          .element = terms.variable(turns.bits, "element"),
                          .made = terms.variable(turns.bits, "made"),
                          .facts = {}},
        which(turns) {
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      word[row] = terms.variable(32, fmt::format("word[{}]", row));
    // what the function's callers keep, of everything but the list's lanes; and of the lane of this turn
    facts = {keptOf(whole()), symbolic::isOf(which, modifiers), laneReaches(lane, reach, allocated, modifiers)};
  }
  Terms& terms() const { return k.terms(); }
  Given whole() const {
    return {terms(),
            {tableOf("modifiers", modifiers), tableOf("operands", operands), tableOf("choices", choices),
             tableOf("reached", reached), laneTable("list", list)},
            {allocated, count}};
  }
  Contract contract(const Subject& subject) const { return asStated(subject, turnsContract(which)); }
  /// What the step makes of it, or of this turn another operation's; at any place.
  Term stepped(Term held) const { return stepped(held, which.op); }
  Term stepped(Term held, RedOp op) const;
  /// Where the lane's element begins.
  Term begins() const { return symbolic::encodedElement(reachTold(reach), which.shift); }
  /// What stands at the place once that is the element.
  Term left(Term before, Term value) const;
};

/// What one turn leaves at its place; a twin says it otherwise.
using Outcome = std::function<Term(const Loop&, Term before, Term element)>;
Term encoded(const Loop& given, Term before, Term element);

/// Whole calls, by machine code and by the outcome folded over the turns: first the very call that the model tells of,
/// so that what is wrong only at one value of one input shows; then others.
Replay replayTurns(const Subject& subject, const ReductionTurns& which, const Outcome& outcome,
                   const Assignment& witness);

} // namespace warplaw::proofs::red
