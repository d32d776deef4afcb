// Linearizability (ATOMS-13 (i)), by composition: the shipped loop's iteration is the encoding's step
// (proofs/theorems/atoms_executor.cpp); here: the step satisfies the relation of proofs/theorems/atoms_relation.cpp,
// the relation is total and functional, and by induction over the lanes the executor's outcomes over all orders are
// exactly the outcomes of chains of that relation (ATOMS-5, -6, -7, -9, MACH-5).
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

/// A witness in one lane of a whole machine: what it gives must break `wrong`.
auto breaking(Pair pair, std::function<Term(Pair, const Transition&)> wrong) {
  const auto shows = [=](const AtomsRun& after, const AtomsLane& lane) {
    Terms terms;
    const auto word = [&](std::uint64_t value) { return terms.constant(bitsOf(pair.size), value); };
    return wrong(pair, {word(*lane.held), word(lane.operand), word(lane.swap),
                        word(after.word(pair.size, lane.address)), word(after.returned(pair.size, 0))})
               .value() == 0;
  };
  return inOneLane(pair, shows, "the step is not what the twin says");
}

/// The relation with the new value where the old one belongs, or, for a flag, the old value (ATOMS-9's claim).
Term returnsAnother(Pair pair, const Transition& t) {
  if (returnsFlag(pair.op))
    return t.returned.eq(t.old);
  return related(pair, {t.old, t.operand, t.swap, t.now, t.old}) & t.returned.eq(t.now);
}

/// The relation of a lane that stores nothing, though it should.
Term storesNothing(Pair pair, const Transition& t) {
  return related(pair, {t.old, t.operand, t.swap, t.old, t.returned}) & t.now.eq(t.old);
}

void stepObligations(Parts& parts, Pair pair) {
  Terms& terms = parts.terms;
  // on memory as bytes, and any place in it
  const unsigned bytes = spec::bytesOf(pair.size);
  const Term address = terms.variable(32, "address"), place = terms.variable(32, "place");
  const Bytes before = initialMemory(terms);
  const Transition a = Transition::variables(terms, pair.size), b = a.another();
  Transition t = a;
  const Bytes after = afterStep(pair, before, terms.truth(true), address, t.operand, t.swap, &t.returned);
  t.now = load(after, address, bytes);
  const std::vector<Term> assumptions = {mayAccess(pair.size, address), load(before, address, bytes).eq(t.old)};
  parts.proved("step-satisfies-the-relation", assumptions, related(pair, t));
  parts.proved("other-bytes-stay", with(assumptions, {terms.constant(32, bytes).ule(place - address)}),
               after(place).eq(before(place)));
  parts.proved("relation-is-functional", {related(pair, a), related(pair, b)},
               a.now.eq(b.now) & a.returned.eq(b.returned));
  for (const auto& [name, wrong] :
       {std::pair("twin/returns-another-value", &returnsAnother), {"twin/stores-nothing", &storesNothing}})
    parts.refuted(name, assumptions, wrong(pair, t), breaking(pair, wrong));
}

Theorem stepTheorem(const Subject& subject, Pair pair) {
  return law(
      subject, "atoms/linearizable/" + nameOf(pair), formOf(pair),
      {"ATOMS-13", "ATOMS-5", ruleOf(pair.op), "MACH-4", "MACH-5"},
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
