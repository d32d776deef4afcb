// From one lane to 32 (ATOMS-13 (i), ATOMS-5): states are abstract, a step is an uninterpreted function, the order is
// any bijection. What is assumed here of step, relation and order is what other theorems prove of the code, or the
// choices' precondition. States and words are 32-bit stand-ins: only equality is used of them, so a counterexample over
// any set of states would fit into these few values.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

/// The k-th turn of the executor's loop and of a chain of the relation, for an arbitrary k.
struct Turn {
  Terms& terms;
  Term k, lane, performs;
  Term state, nextState;     ///< the executor's, before and after the turn
  Term chained, nextChained; ///< the chain's
  Term returned;             ///< what the chain gives the lane

  explicit Turn(Terms& t)
      : terms(t), k(t.variable(6, "k")), lane(order(k)), performs(applied(1, "performs", {lane})),
        state(applied(32, "executor", {k})), nextState(applied(32, "executor", {k + Bits(1)})),
        chained(applied(32, "chain", {k})), nextChained(applied(32, "chain", {k + Bits(1)})),
        returned(applied(32, "returned", {lane})) {}

  Term order(Term turn) const { return applied(5, "order", {turn}); }
  Term step(Term from) const { return applied(32, "step", {lane, from}); }
  Term given(Term from) const { return applied(32, "given", {lane, from}); }
  Term relation(Term from, Term to, Term word) const { return applied(1, "relation", {lane, from, to, word}); }

  Term inLoop() const { return k.ult(Bits(spec::kLanes)); }
  /// Iteration k of the code: proofs/theorems/atoms_executor.cpp.
  Term executorTurns() const { return nextState.eq(performs.ite(step(state), state)); }
  /// proofs/theorems/atoms_linear.cpp, at one state.
  Term stepRelates(Term from) const { return performs.implies(relation(from, step(from), given(from))); }
  /// A link of the chain: a lane that performs takes a step of the relation; any other lane is not in the chain.
  Term linked(Term from, Term to, Term word) const { return performs.ite(relation(from, to, word), to.eq(from)); }
  /// The relation is functional (proofs/theorems/atoms_linear.cpp), for these two successors.
  Term functional(Term from, Term to, Term word, Term other, Term otherWord) const {
    return (relation(from, to, word) & relation(from, other, otherWord)).implies(to.eq(other) & word.eq(otherWord));
  }
};

constexpr Pair kAdd{AtomsOp::Add, AtomsSize::U32};
Shows leaves(std::uint64_t value) {
  return [=](const AtomsRun& after) { return after.word(AtomsSize::U32, 16) == value; };
}

void induction(Parts& parts) {
  Terms& terms = parts.terms;
  const Turn turn(terms);
  const Term zero = terms.constant(6, 0), initial = terms.variable(32, "initial");
  const Term executor0 = applied(32, "executor", {zero}), chain0 = applied(32, "chain", {zero});

  // Every outcome of the executor is one of a chain: the executor's own states are the chain.
  parts.proved("executor-is-a-chain/step", {turn.inLoop(), turn.executorTurns(), turn.stepRelates(turn.state)},
               turn.linked(turn.state, turn.nextState, turn.given(turn.state)));
  // Every chain is one of the executor's runs: with the chain's order it goes through the chain's states.
  parts.proved("chain-is-an-execution/base", {executor0.eq(initial), chain0.eq(initial)}, executor0.eq(chain0));
  const std::vector<Term> same = {turn.inLoop(), turn.state.eq(turn.chained), turn.executorTurns(),
                                  turn.stepRelates(turn.state),
                                  turn.linked(turn.chained, turn.nextChained, turn.returned)};
  const Term reproduced =
      turn.nextState.eq(turn.nextChained) & turn.performs.implies(turn.given(turn.state).eq(turn.returned));
  parts.proved("chain-is-an-execution/step",
               with(same, {turn.functional(turn.chained, turn.nextChained, turn.returned, turn.step(turn.chained),
                                           turn.given(turn.chained))}),
               reproduced);

  // A relation that allows another outcome (a compare-and-swap that fails though it holds) is not reproduced.
  parts.refuted("twin/relation-not-functional", same, reproduced,
                {{AtomsOp::Cas, AtomsSize::U32},
                 runOf(AtomsSize::U32, {{16, 0, 9}}),
                 leaves(9),
                 "CAS whose compare holds stores: a relation that lets it fail spuriously has an outcome that no order "
                 "gives"});
  std::vector<Term> stepping = {turn.inLoop(), turn.nextState.eq(turn.step(turn.state)), turn.stepRelates(turn.state)};
  AtomsRun run = runOf(AtomsSize::U32, {{16, 5}});
  run.give(1, 7); // does not execute
  parts.refuted(
      "twin/every-lane-steps", stepping, turn.linked(turn.state, turn.nextState, turn.given(turn.state)),
      {kAdd, run, leaves(5), "a lane that does not perform is no step: M = 0 + 5, and 7 of lane 1 is not added"});
}

/// Rd of any lane i: untouched until its turn, then what its step returned, and nothing after; so with a bijection
/// every lane that performs does so exactly once.
void everyLaneOnce(Parts& parts) {
  Terms& terms = parts.terms;
  const Term k = terms.variable(6, "k"), lane = terms.variable(5, "lane");
  const auto turnOf = [&](Term l) { return applied(6, "turn", {l}); };
  const Term current = applied(5, "order", {k}), performs = applied(1, "performs", {lane});
  const Term entry = terms.variable(32, "entry");
  const auto row = [&](Term turn) { return applied(32, "row", {turn}); };
  const auto given = [&](Term turn) { return applied(32, "given", {turn}); };
  const auto count = [&](Term turn) { return applied(6, "count", {turn}); };
  const auto done = [&](Term turn) { return turnOf(lane).ult(turn); };
  const auto rowInvariant = [&](Term turn) {
    return row(turn).eq((performs & done(turn)).ite(given(turnOf(lane)), entry));
  };
  const auto countInvariant = [&](Term turn) { return count(turn).eq((performs & done(turn)).zext(6)); };
  const Term isTurn = current.eq(lane) & performs;

  // A bijection: `turn` is the inverse of `order` (the precondition of the choices), at the turn and the lane in
  // question.
  const Term ofTurn = turnOf(current).eq(k), ofLane = applied(5, "order", {turnOf(lane)}).eq(lane),
             inRange = turnOf(lane).ult(Bits(spec::kLanes));
  // One iteration of the code (proofs/theorems/atoms_executor.cpp), for the row of one arbitrary lane.
  const Term iteration =
      row(k + Bits(1)).eq(isTurn.ite(given(k), row(k))) & count(k + Bits(1)).eq(count(k) + isTurn.zext(6));
  const Term zero = terms.constant(6, 0), end = terms.constant(6, spec::kLanes), inLoop = k.ult(Bits(spec::kLanes));

  parts.proved("base", {row(zero).eq(entry), count(zero).eq(Bits(0))}, rowInvariant(zero) & countInvariant(zero));
  parts.proved("step", {inLoop, ofTurn, ofLane, inRange, iteration, rowInvariant(k), countInvariant(k)},
               rowInvariant(k + Bits(1)) & countInvariant(k + Bits(1)));
  parts.proved("end", {inRange, rowInvariant(end), countInvariant(end)},
               performs.ite(row(end).eq(given(turnOf(lane))) & count(end).eq(Bits(1)),
                            row(end).eq(entry) & count(end).eq(Bits(0))));
  AtomsRun run = runOf(AtomsSize::U32, {{16, 5}, {16, 7}});
  run.choices.order[1] = 0;
  parts.refuted("twin/order-names-a-lane-twice",
                {inLoop, ofLane, inRange, iteration, rowInvariant(k), countInvariant(k)},
                rowInvariant(k + Bits(1)) & countInvariant(k + Bits(1)),
                {kAdd, run, leaves(10),
                 "an order that names lane 0 twice and lane 1 never adds 5 twice: no linearizable outcome (12)"});
}

} // namespace

std::vector<Theorem> inductionTheorems(const Subject& subject) {
  return {law(subject, "atoms/linearizable/induction", "", {"ATOMS-13", "ATOMS-5"},
              "for any number of turns: the executor's states form a chain of the step relation over the lanes that "
              "perform, in the chosen order, "
              "and every such chain is one of the executor's runs",
              induction),
          law(subject, "atoms/linearizable/every-lane-once", "", {"ATOMS-13", "ATOMS-5", "MACH-1", "MACH-5"},
              "if the order is a bijection, every lane that performs does so exactly once and keeps what its own step "
              "returned; Rd of any other lane stays",
              everyLaneOnce)};
}

} // namespace warplaw::proofs::atoms
