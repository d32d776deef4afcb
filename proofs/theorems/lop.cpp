// LOP's theorems: the code against its encoding (LOP-1, LOP-2), and the laws of Boole.
#include "symbolic/encodings/lop.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace lop {
namespace {
using spec::LopOp;
using symbolic::Bits;
namespace rows = spec::lop_rows;
WARPLAW_LANE_PROOF(Lop, lop)

/// The encoding without inversions, of operands that are inverted in another way.
Proof::WrongLane wrongInversion(const char* name, std::function<Term(Term word)> inverted) {
  return wrongInput(name, "LOP-1", [inverted](Modifiers& m, LaneWords& words) {
    for (const auto& [flag, row] : {std::pair(&m.invertsA, rows::kA), std::pair(&m.invertsB, rows::kB)}) {
      words[row] = isSet(*flag).ite(inverted(words[row]), words[row]);
      *flag = number(*flag, 0);
    }
  });
}

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {wrongInversion("inverted-by-minus", [](Term word) { return word.negated(); }),
                        wrongInversion("inverted-as-a-truth", [](Term word) { return word.eq(Bits(0)).zext(32); }),
                        wrongResult("result-inverted", "LOP-1",
                                    [](Modifiers m, const LaneWords& words, Term) {
                                      const Term inverts = isSet(m.invertsA) | isSet(m.invertsB);
                                      m.invertsA = m.invertsB = number(m.op, 0);
                                      const Term result = symbolic::lopLane(m, {}, {}, words);
                                      return inverts.ite(~result, result);
                                    }),
                        wrongResult("truths-of-words", "LOP-1", [](const Modifiers&, const LaneWords&, Term right) {
                          return isSet(right).zext(32);
                        })};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "LOP-2")};
}

Proof proofOf() {
  Proof proof = encoded({"LOP-1"}, {"LOP-1", "LOP-2"});
  proof.wrongLanes = {always("inversion-of-a-dropped", "LOP-1", &Modifiers::invertsA, 0),
                      always("inversion-of-b-dropped", "LOP-1", &Modifiers::invertsB, 0),
                      wrongInput("passes-a", "LOP-1",
                                 [](Modifiers& m, LaneWords& words) {
                                   words[rows::kB] = is(m.op, LopOp::PassB).ite(words[rows::kA], words[rows::kB]);
                                 }),
                      wrongInput("xor-read-as-or", "LOP-1", [](Modifiers& m, LaneWords&) {
                        m.op = is(m.op, LopOp::Xor).ite(number(m.op, static_cast<Bits>(LopOp::Or)), m.op);
                      })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "LOP-2")};
  proof.wrongModifiers = {proof.modifiersBut("inversions-exchanged", "invertsA", {"LOP-1"},
                                             [](Modifiers& m, const auto&) { std::swap(m.invertsA, m.invertsB); })};
  addMisreadings(proof);
  return proof;
}

/// LOP-1, for any words.
Theorem laws() {
  return lawsOf(
      kMnemonic, {"LOP-1"},
      "De Morgan's two laws; XOR takes back what it did, is OR without AND, and lets an inversion through; AND and OR "
      "absorb and distribute; PASS_B looks at nothing but Rb; XOR and twice AND are the sum",
      [](Terms& terms) -> std::vector<Law> {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), c = terms.variable(32, "c");
        const auto of = [&](LopOp op, Term x, Term y, Bits invertsA = 0, Bits invertsB = 0) {
          return symbolic::lopLane(
              {terms.constant(32, static_cast<Bits>(op)), terms.constant(32, invertsA), terms.constant(32, invertsB)},
              {}, {}, laneOf({x, y}));
        };
        const Term both = of(LopOp::And, a, b), either = of(LopOp::Or, a, b), one = of(LopOp::Xor, a, b);
        const auto inverted = [&](Term x) { return of(LopOp::PassB, a, x, 0, 1); };
        return {{"neither", {}, of(LopOp::And, a, b, 1, 1).eq(inverted(either))},
                {"not-both", {}, of(LopOp::Or, a, b, 1, 1).eq(inverted(both))},
                {"xor-twice", {}, of(LopOp::Xor, one, b).eq(a)},
                {"xor-is-or-without-and", {}, one.eq(of(LopOp::And, either, both, 0, 1))},
                {"xor-of-an-inverted",
                 {},
                 of(LopOp::Xor, a, b, 1, 0).eq(inverted(one)) & of(LopOp::Xor, a, b, 0, 1).eq(inverted(one)) &
                     of(LopOp::Xor, a, b, 1, 1).eq(one)},
                {"absorbed", {}, of(LopOp::And, a, either).eq(a) & of(LopOp::Or, a, both).eq(a)},
                {"distributed",
                 {},
                 of(LopOp::And, c, either).eq(of(LopOp::Or, of(LopOp::And, c, a), of(LopOp::And, c, b)))},
                {"passed", {}, of(LopOp::PassB, a, b, 1, 0).eq(b) & inverted(inverted(b)).eq(b)},
                {"sum", {}, (one + both + both).eq(a + b)}};
      });
}

} // namespace
} // namespace lop
WARPLAW_THEOREMS(lop, laws())
} // namespace warplaw::proofs
