// LOP's theorems: the code against its encoding (LOP-1, LOP-2), and the laws of Boole.
#include "symbolic/encodings/lop.h"
#include "proofs/theorems/plain_lanes.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using spec::LopOp;
using symbolic::Bits;
using symbolic::LopChoiceTerms;
using symbolic::LopModifierTerms;
namespace rows = spec::lop_rows;
using Proof = InstructionProof<spec::LopFormIn, spec::LopModifiersIn, spec::LopChoicesIn>;

/// The encoding after `spoil` changed its modifiers and what the lane fetched.
Proof::WrongLane wrongInput(const char* name, std::function<void(LopModifierTerms&, LaneWords&)> spoil) {
  return Proof::laneBut(symbolic::lopLane, name, {"LOP-1"}, std::move(spoil));
}
/// The encoding without inversions, of operands that are inverted in another way.
Proof::WrongLane wrongInversion(const char* name, std::function<Term(Term word)> inverted) {
  return wrongInput(name, [inverted](LopModifierTerms& m, LaneWords& words) {
    for (const auto& [flag, row] : {std::pair(&m.invertsA, rows::kA), std::pair(&m.invertsB, rows::kB)}) {
      words[row] = isSet(*flag).ite(inverted(words[row]), words[row]);
      *flag = number(*flag, 0);
    }
  });
}

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {wrongInversion("inverted-by-minus", [](Term word) { return word.negated(); }),
                        wrongInversion("inverted-as-a-truth", [](Term word) { return word.eq(Bits(0)).zext(32); }),
                        {"result-inverted",
                         [](LopModifierTerms m, const LopChoiceTerms& choices, Term lane, const LaneWords& words) {
                           const Term inverts = isSet(m.invertsA) | isSet(m.invertsB);
                           m.invertsA = m.invertsB = number(m.op, 0);
                           const Term result = symbolic::lopLane(m, choices, lane, words);
                           return inverts.ite(~result, result);
                         },
                         {"LOP-1"}},
                        {"truths-of-words",
                         [](LopModifierTerms m, const LopChoiceTerms& choices, Term lane, const LaneWords& words) {
                           return isSet(symbolic::lopLane(m, choices, lane, words)).zext(32);
                         },
                         {"LOP-1"}}};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "LOP-2")};
}

Proof proofOf() {
  Proof proof;
  proof.name = "lop";
  proof.mnemonic = "LOP";
  proof.plan = symbolic::lopPlan;
  proof.modifiers = symbolic::lopModifiers;
  proof.lane = symbolic::lopLane;
  proof.rules = {"LOP-1"};
  proof.planRules = {"LOP-1", "LOP-2"};
  proof.wrongLanes = {
      wrongInput("inversion-of-a-dropped", [](LopModifierTerms& m, LaneWords&) { m.invertsA = number(m.invertsA, 0); }),
      wrongInput("inversion-of-b-dropped", [](LopModifierTerms& m, LaneWords&) { m.invertsB = number(m.invertsB, 0); }),
      wrongInput("passes-a",
                 [](LopModifierTerms& m, LaneWords& words) {
                   words[rows::kB] = is(m.op, LopOp::PassB).ite(words[rows::kA], words[rows::kB]);
                 }),
      wrongInput("xor-read-as-or", [](LopModifierTerms& m, LaneWords&) {
        m.op = is(m.op, LopOp::Xor).ite(number(m.op, static_cast<Bits>(LopOp::Or)), m.op);
      })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "LOP-2")};
  proof.wrongModifiers = {
      proof.modifiersBut("inversions-exchanged", "invertsA", {"LOP-1"},
                         [](LopModifierTerms& m, const auto&) { std::swap(m.invertsA, m.invertsB); })};
  addMisreadings(proof);
  return proof;
}

/// LOP-1, for any words.
Theorem laws() {
  const std::string name = "lop/laws";
  return instructionTheorem(
      name, "LOP", "", {"LOP-1"},
      "De Morgan's two laws; XOR takes back what it did, is OR without AND, and lets an inversion through; AND and OR "
      "absorb and distribute; PASS_B looks at nothing but Rb; XOR and twice AND are the sum",
      "", [name](Terms& terms) -> Obligations {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), c = terms.variable(32, "c");
        const auto of = [&](LopOp op, Term x, Term y, Bits invertsA = 0, Bits invertsB = 0) {
          return symbolic::lopLane(
              {terms.constant(32, static_cast<Bits>(op)), terms.constant(32, invertsA), terms.constant(32, invertsB)},
              {}, {}, laneOf({x, y}));
        };
        const Term both = of(LopOp::And, a, b), either = of(LopOp::Or, a, b), one = of(LopOp::Xor, a, b);
        const auto inverted = [&](Term x) { return of(LopOp::PassB, a, x, 0, 1); };
        return std::vector<Obligation>{
            implied(name + "/neither", {}, of(LopOp::And, a, b, 1, 1).eq(inverted(either))),
            implied(name + "/not-both", {}, of(LopOp::Or, a, b, 1, 1).eq(inverted(both))),
            implied(name + "/xor-twice", {}, of(LopOp::Xor, one, b).eq(a)),
            implied(name + "/xor-is-or-without-and", {}, one.eq(of(LopOp::And, either, both, 0, 1))),
            implied(name + "/xor-of-an-inverted", {},
                    of(LopOp::Xor, a, b, 1, 0).eq(inverted(one)) & of(LopOp::Xor, a, b, 0, 1).eq(inverted(one)) &
                        of(LopOp::Xor, a, b, 1, 1).eq(one)),
            implied(name + "/absorbed", {}, of(LopOp::And, a, either).eq(a) & of(LopOp::Or, a, both).eq(a)),
            implied(name + "/distributed", {},
                    of(LopOp::And, c, either).eq(of(LopOp::Or, of(LopOp::And, c, a), of(LopOp::And, c, b)))),
            implied(name + "/passed", {}, of(LopOp::PassB, a, b, 1, 0).eq(b) & inverted(inverted(b)).eq(b)),
            implied(name + "/sum", {}, (one + both + both).eq(a + b))};
      });
}

} // namespace

Readings lopReadings() { return proofOf().readings(); }

std::vector<Theorem> lopTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  all.push_back(laws());
  return all;
}

} // namespace warplaw::proofs
