// Linearizability (ATOMS-13 (i)), by composition: the shipped loop's iteration is the encoding's step
// (proofs/theorems/atoms_executor.cpp); here: the step satisfies the relation of proofs/theorems/atoms_relation.cpp,
// the relation is total and functional, and by induction over the lanes the executor's outcomes over all orders are
// exactly the outcomes of chains of that relation (ATOMS-5, -6, -7, -9, MACH-5).
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/terms/evaluate.h"

namespace warplaw::proofs::atoms {
namespace {

/// One lane's step on memory as bytes: variables address, old (by its bytes), operand, swap, and any place.
struct Step {
  Term address, operand, swap, place, old, returned;
  Bytes before, after;
  std::vector<Term> assumptions;

  Step(Terms& terms, Pair pair)
      : address(terms.variable(32, "address")), operand(terms.variable(bitsOf(pair.size), "operand")),
        swap(terms.variable(bitsOf(pair.size), "swap")), place(terms.variable(32, "place")),
        old(terms.variable(bitsOf(pair.size), "old")), before(initialMemory(terms)) {
    after = afterStep(pair, before, terms.truth(true), address, operand, swap, &returned);
    assumptions = {mayAccess(pair.size, address), load(before, address, spec::bytesOf(pair.size)).eq(old)};
  }
  Transition transition(Pair pair) const {
    return {old, operand, swap, load(after, address, spec::bytesOf(pair.size)), returned};
  }
  Term elsewhere(Pair pair) const {
    Terms& terms = address.terms();
    return terms.constant(32, spec::bytesOf(pair.size)).ule(place - address);
  }
};

/// A witness over old, operand, swap, address in one lane of a whole machine: what it gives must break `wrong`.
auto breaking(Pair pair, std::function<Term(const Transition&)> wrong) {
  return [=](const Assignment& witness) -> Demonstration {
    const AtomsLane lane = laneOf(witness);
    AtomsRun run = runOf(pair.size, {lane});
    run.choices.castPair = 1;
    const std::uint64_t old = run.word(pair.size, lane.address);
    const auto shows = [=](const AtomsRun& after) {
      Terms terms;
      const Term holds = wrong(Transition::variables(terms, pair.size));
      return symbolic::evaluate(std::span(&holds, 1), {{"old", old},
                                                       {"operand", lane.operand},
                                                       {"swap", lane.swap},
                                                       {"now", after.word(pair.size, lane.address)},
                                                       {"returned", after.returned(pair.size, 0)}})[0] == 0;
    };
    return {
        pair, run, shows,
        fmt::format("M {:#x}, Rb {:#x}, Rc {:#x}: the step is not what the twin says", old, lane.operand, lane.swap)};
  };
}

/// The relation with the new value where the old one belongs, or, for a flag, the old value (ATOMS-9's claim).
Term returnsAnother(Pair pair, const Transition& t) {
  Transition wrong = t;
  if (returnsFlag(pair.op))
    return t.returned.eq(t.old);
  wrong.returned = t.old;
  return related(pair, wrong) & t.returned.eq(t.now);
}

/// The relation of a lane that stores nothing, though it should.
Term storesNothing(Pair pair, const Transition& t) {
  Transition wrong = t;
  wrong.now = t.old;
  return related(pair, wrong) & t.now.eq(t.old);
}

void stepObligations(Parts& parts, Pair pair) {
  Terms& terms = parts.terms;
  const Step step(terms, pair);
  const Transition t = step.transition(pair);
  parts.proved("step-satisfies-the-relation", step.assumptions, related(pair, t));
  parts.proved("other-bytes-stay", with(step.assumptions, {step.elsewhere(pair)}),
               step.after(step.place).eq(step.before(step.place)));

  const Transition a = Transition::variables(terms, pair.size);
  Transition b = a;
  b.now = terms.variable(bitsOf(pair.size), "now'");
  b.returned = terms.variable(bitsOf(pair.size), "returned'");
  parts.proved("relation-is-functional", {related(pair, a), related(pair, b)},
               a.now.eq(b.now) & a.returned.eq(b.returned));

  parts.refuted("twin/returns-another-value", step.assumptions, returnsAnother(pair, t),
                breaking(pair, [pair](const Transition& s) { return returnsAnother(pair, s); }));
  parts.refuted("twin/stores-nothing", step.assumptions, storesNothing(pair, t),
                breaking(pair, [pair](const Transition& s) { return storesNothing(pair, s); }));
}

Theorem stepTheorem(const Subject& subject, Pair pair) {
  return law(
      subject, "atoms/linearizable/" + nameOf(pair), formOf(pair),
      {"ATOMS-13", "ATOMS-5",
       pair.op == AtomsOp::Cas ? "ATOMS-7"
       : returnsFlag(pair.op)  ? "ATOMS-9"
                               : "ATOMS-6",
       "MACH-4", "MACH-5"},
      formOf(pair) +
          ": a lane's step satisfies the step relation, which every state has exactly one successor by; with its "
          "path's theorem "
          "(iteration = step) and atoms/linearizable/induction: the outcomes over all orders are the linearizable ones",
      [=](Parts& parts) { stepObligations(parts, pair); });
}

} // namespace

std::vector<Theorem> linearTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const Pair pair : pairs())
    if (!isSpin(pair))
      theorems.push_back(stepTheorem(subject, pair));
  return theorems;
}

} // namespace warplaw::proofs::atoms
