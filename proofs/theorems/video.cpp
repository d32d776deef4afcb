// Scalar video but VMAD: the code against its encoding (VID-1..7).
#include "proofs/theorems/video_theorems.h"
#include "symbolic/encodings/video_operand.h"

namespace warplaw::proofs {
namespace video {
namespace {
using spec::VideoOp;
namespace rows = spec::video_rows;

std::vector<InstructionTable::WrongLane> twins() {
  return {
      wrong("selector-of-a-ignored", "VID-1", [](VideoModifierTerms& m, LaneWords&) { m.aPart = zero(m.aPart); }),
      wrong("operands-taken-unsigned", "VID-2", [](VideoModifierTerms& m, LaneWords&) { m.bSigned = zero(m.bSigned); }),
      wrongResult("average-rounded-down", "VID-3",
                  [](const VideoModifierTerms& m, const symbolic::VideoOperands& operands, Term right) {
                    const Term sum = operands.a + operands.b;
                    return is(m.op, VideoOp::Avrg).ite(sum.ashr(number(sum, 1)), right);
                  }),
      wrong("equal-is-not-less-or-equal", "VID-4",
            [](VideoModifierTerms& m, LaneWords&) {
              using spec::VideoCondition;
              m.condition =
                  is(m.condition, VideoCondition::Le).ite(number(m.condition, VideoCondition::Lt), m.condition);
            }),
      wrong("shifts-always-wrap", "VID-5", [](VideoModifierTerms& m, LaneWords&) { m.wraps = number(m.wraps, 1); }),
      wrong("always-saturated", "VID-6", // the claim
            [](VideoModifierTerms& m, LaneWords&) { m.saturates = number(m.saturates, 1); }),
      wrong("second-operation-dropped", "VID-7", [](VideoModifierTerms& m, LaneWords&) { m.second = zero(m.second); }),
      wrong("merged-into-a", "VID-7",
            [](VideoModifierTerms&, LaneWords& words) { words[rows::kC] = words[rows::kA]; })};
}

Proof proofOf() {
  Proof proof;
  proof.encodedBy(symbolic::videoPlan, symbolic::videoModifiers, symbolic::videoLane);
  proof.rules = {"VID-1", "VID-2", "VID-3", "VID-4", "VID-5", "VID-6", "VID-7"};
  proof.planRules = {"VID-1", "VID-4", "VID-5", "VID-7"};
  proof.hints.laneCuts =
      Proof::ofTerms([](const VideoModifierTerms& m, const VideoChoiceTerms& choices, Term, const LaneWords& words) {
        const Term b = symbolic::videoOperand(words[rows::kB], m.bPart, m.bSigned.ne(zero(m.bSigned)));
        // Not what is shifted to the left, which the code knows in part where it is large; nor conditions, whose 0 and
        // 1 are met in other places, too.
        const Term exact = symbolic::videoResult(m, choices, symbolic::videoOperands(m, words));
        const Term isKnown = ~(is(m.op, VideoOp::Shl) | is(m.op, VideoOp::Set));
        return std::vector<Term>{symbolic::videoOperand(words[rows::kA], m.aPart, m.aSigned.ne(zero(m.aSigned))), b,
                                 b.extract(4, 0), // how far .WRAP shifts
                                 isKnown.ite(exact, zero(exact))};
      });
  proof.hints.laneCases = Proof::ofTerms([](const VideoModifierTerms& m) {
    std::vector<Term> cases;
    for (Bits op = 0; op < static_cast<Bits>(VideoOp::Shl); ++op)
      cases.push_back(m.op.eq(op));
    for (const VideoOp shift : {VideoOp::Shl, VideoOp::Shr}) // whose far shifts depend on how wide a is
      for (const Bits aSigned : {0, 1})
        cases.push_back(is(m.op, shift) & m.aSigned.eq(aSigned));
    return cases;
  });
  proof.hints.vectorPaths = {"portable", "avx2", "avx512"};
  proof.wrongLanes = twins();
  proof.wrongPlans = {
      proof.planBut("operands-exchanged", "source[0].value", {"VID-1"}, [](symbolic::PlanTerms& plan, const auto&...) {
        std::swap(plan.source[rows::kA], plan.source[rows::kB]);
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("selectors-exchanged", "aPart", {"VID-1"}, [](VideoModifierTerms& modifiers, const auto&) {
        std::swap(modifiers.aPart, modifiers.bPart);
      })};
  addMisreadings(proof);
  return proof;
}

} // namespace

std::vector<Theorem> executorTheorems(const Subject& subject) { return proofOf().theorems(subject); }

} // namespace video

Readings videoReadings() { return video::proofOf().readings(); }

} // namespace warplaw::proofs
