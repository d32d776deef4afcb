// IADD's theorems: the code against its encoding (IADD-1, IADD-2, IADD-3), and that sums are those of integers modulo
// 2^32.
#include "symbolic/encodings/iadd.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace iadd {
namespace {
using symbolic::Bits;
namespace rows = spec::iadd_rows;
WARPLAW_LANE_PROOF(Iadd, iadd)

/// What becomes of the two terms.
Proof::WrongLane wrong(const char* name, std::function<Term(const Modifiers&, Term a, Term b)> sum) {
  return {name,
          [sum](const Modifiers& modifiers, const Choices&, Term, const LaneWords& words) {
            return sum(modifiers, words[rows::kA], words[rows::kB]);
          },
          {"IADD-1"}};
}

Term negatedIf(Term flag, Term word) { return isSet(flag).ite(word.negated(), word); }

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {wrong("negated-as-one's-complement",
                              [](const Modifiers& m, Term a, Term b) {
                                return isSet(m.negatesA).ite(~a, a) + isSet(m.negatesB).ite(~b, b);
                              }),
                        wrong("saturated",
                              [](const Modifiers& m, Term a, Term b) {
                                const Term x = negatedIf(m.negatesA, a), y = negatedIf(m.negatesB, b), sum = x + y;
                                const Term overflow = x.bit(31).eq(y.bit(31)) & sum.bit(31).ne(x.bit(31));
                                const Term limit = x.terms().constant(32, 0x7fffffff) + x.bit(31).zext(32);
                                return overflow.ite(limit, sum);
                              }),
                        wrong("sum-of-16-bits", [](const Modifiers& m, Term a, Term b) {
                          return (negatedIf(m.negatesA, a) + negatedIf(m.negatesB, b)).extract(15, 0).sext(32);
                        })};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "IADD-2")};
}

Proof proofOf() {
  Proof proof = encoded({"IADD-1"}, {"IADD-1", "IADD-2", "IADD-3"});
  proof.wrongLanes = {always("negation-of-a-dropped", "IADD-1", &Modifiers::negatesA, 0),
                      always("negation-of-b-dropped", "IADD-1", &Modifiers::negatesB, 0),
                      wrongInput("operands-exchanged", "IADD-1",
                                 [](Modifiers&, LaneWords& w) { std::swap(w[rows::kA], w[rows::kB]); })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "IADD-2")};
  proof.wrongModifiers = {
      proof.modifiersBut("negations-exchanged", "negatesA", {"IADD-1"}, [](Modifiers& modifiers, const auto&...) {
        std::swap(modifiers.negatesA, modifiers.negatesB);
      })};
  addMisreadings(proof);
  return proof;
}

/// IADD-1, for any two words.
Theorem laws() {
  return lawsOf(
      kMnemonic, {"IADD-1"},
      "sums commute; a minus before one operand and exchanged operands with a minus before the other are the same "
      "difference; what is subtracted can be added again; and the exact sum's low 32 bits are the sum",
      [](Terms& terms) -> std::vector<Law> {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b");
        const auto sum = [&](Bits negatesA, Bits negatesB, Term x, Term y) {
          return symbolic::iaddLane({terms.constant(32, negatesA), terms.constant(32, negatesB)}, {}, {},
                                    laneOf({x, y}));
        };
        const Term exact = a.zext(33) + b.zext(33);
        return {{"commutes", {}, sum(0, 0, a, b).eq(sum(0, 0, b, a))},
                {"either-difference", {}, sum(1, 0, a, b).eq(sum(0, 1, b, a))},
                {"added-again", {}, sum(0, 0, sum(0, 1, a, b), b).eq(a)},
                {"modulo-2^32", {}, sum(0, 0, a, b).eq(exact.extract(31, 0))}};
      });
}

} // namespace
} // namespace iadd
WARPLAW_THEOREMS(iadd, laws())
} // namespace warplaw::proofs
