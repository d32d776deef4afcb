// IADD's theorems: the code against its encoding (IADD-1, IADD-2, IADD-3), and that sums are those of integers modulo
// 2^32.
#include "symbolic/encodings/iadd.h"
#include "proofs/theorems/plain_lanes.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using symbolic::Bits;
using symbolic::IaddChoiceTerms;
using symbolic::IaddModifierTerms;
namespace rows = spec::iadd_rows;
using Proof = InstructionProof<spec::IaddFormIn, spec::IaddModifiersIn, spec::IaddChoicesIn>;

/// What the two terms are, and what becomes of them.
Proof::WrongLane wrong(const char* name, std::function<Term(const IaddModifierTerms&, Term a, Term b)> sum) {
  return {name, [sum](const IaddModifierTerms& modifiers, const IaddChoiceTerms&, Term, const LaneWords& words) {
            return sum(modifiers, words[rows::kA], words[rows::kB]);
          }};
}

/// The encoding after `spoil` changed its modifiers and what the lane fetched.
Proof::WrongLane wrongInput(const char* name, std::function<void(IaddModifierTerms&, LaneWords&)> spoil) {
  return Proof::laneBut(symbolic::iaddLane, name, {}, std::move(spoil));
}

Term negatedIf(Term flag, Term word) { return isSet(flag).ite(word.negated(), word); }

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {wrong("negated-as-one's-complement",
                              [](const IaddModifierTerms& m, Term a, Term b) {
                                return isSet(m.negatesA).ite(~a, a) + isSet(m.negatesB).ite(~b, b);
                              }),
                        wrong("saturated",
                              [](const IaddModifierTerms& m, Term a, Term b) {
                                const Term x = negatedIf(m.negatesA, a), y = negatedIf(m.negatesB, b), sum = x + y;
                                const Term overflow = x.bit(31).eq(y.bit(31)) & sum.bit(31).ne(x.bit(31));
                                const Term limit = x.terms().constant(32, 0x7fffffff) + x.bit(31).zext(32);
                                return overflow.ite(limit, sum);
                              }),
                        wrong("sum-of-16-bits", [](const IaddModifierTerms& m, Term a, Term b) {
                          return (negatedIf(m.negatesA, a) + negatedIf(m.negatesB, b)).extract(15, 0).sext(32);
                        })};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "IADD-2")};
}

Proof proofOf() {
  Proof proof;
  proof.name = "iadd";
  proof.mnemonic = "IADD";
  proof.plan = symbolic::iaddPlan;
  proof.modifiers = symbolic::iaddModifiers;
  proof.lane = symbolic::iaddLane;
  proof.rules = {"IADD-1"};
  proof.planRules = {"IADD-1", "IADD-2", "IADD-3"};
  proof.wrongLanes = {
      wrongInput("negation-of-a-dropped",
                 [](IaddModifierTerms& m, LaneWords&) { m.negatesA = m.negatesA.terms().constant(32, 0); }),
      wrongInput("negation-of-b-dropped",
                 [](IaddModifierTerms& m, LaneWords&) { m.negatesB = m.negatesB.terms().constant(32, 0); }),
      wrongInput("operands-exchanged", [](IaddModifierTerms&, LaneWords& w) { std::swap(w[rows::kA], w[rows::kB]); })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "IADD-2")};
  proof.wrongModifiers = {proof.modifiersBut(
      "negations-exchanged", "negatesA", {"IADD-1"},
      [](IaddModifierTerms& modifiers, const auto&...) { std::swap(modifiers.negatesA, modifiers.negatesB); })};
  addMisreadings(proof);
  return proof;
}

/// IADD-1, for any two words.
Theorem laws() {
  const std::string name = "iadd/laws";
  return instructionTheorem(
      name, "IADD", "", {"IADD-1"},
      "sums commute; a minus before one operand and exchanged operands with a minus before the other are the same "
      "difference; what is subtracted can be added again; and the exact sum's low 32 bits are the sum",
      "", [name](Terms& terms) -> Obligations {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b");
        const auto sum = [&](Bits negatesA, Bits negatesB, Term x, Term y) {
          return symbolic::iaddLane({terms.constant(32, negatesA), terms.constant(32, negatesB)}, {}, {},
                                    laneOf({x, y}));
        };
        const Term exact = a.zext(33) + b.zext(33);
        return std::vector<Obligation>{implied(name + "/commutes", {}, sum(0, 0, a, b).eq(sum(0, 0, b, a))),
                                       implied(name + "/either-difference", {}, sum(1, 0, a, b).eq(sum(0, 1, b, a))),
                                       implied(name + "/added-again", {}, sum(0, 0, sum(0, 1, a, b), b).eq(a)),
                                       implied(name + "/modulo-2^32", {}, sum(0, 0, a, b).eq(exact.extract(31, 0)))};
      });
}

} // namespace

Readings iaddReadings() { return proofOf().readings(); }

std::vector<Theorem> iaddTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  all.push_back(laws());
  return all;
}

} // namespace warplaw::proofs
