// VMAD: the code against its encoding (VID-1, VID-8), cut at its operands and its product.
#include "symbolic/encodings/vmad.h"
#include "proofs/theorems/plain_lanes.h"
#include "symbolic/encodings/video_operand.h"

namespace warplaw::proofs {
namespace vmad {
namespace {
using symbolic::Bits;
namespace rows = spec::video_rows;
WARPLAW_LANE_PROOF(Vmad, vmad)

Proof::WrongLane wrong(const char* name, const char* rule, std::function<void(Modifiers&)> spoil) {
  return wrongInput(name, rule, [spoil](Modifiers& m, LaneWords&) { spoil(m); });
}

/// VID-8's steps as somebody may misread them: each may be another's.
struct Steps {
  std::function<Term(Term isSigned)> extendsC = [](Term isSigned) { return isSigned; };
  std::function<Term(Term sum, Term by)> shifts = [](Term sum, Term by) { return sum.ashr(by); };
  std::function<Term(Term sum)> isShifted = [](Term sum) { return sum; };
  std::function<Term(Term isSigned)> clampsSigned = [](Term isSigned) { return isSigned; };
};

/// Without choices that nobody knows: those cases the encoding says.
Proof::WrongLane misread(const char* name, const Steps& steps) {
  return {
      name,
      [steps](const Modifiers& m, const Choices& choices, Term lane, const LaneWords& words) {
        constexpr unsigned kWidth = symbolic::kVmadWidth;
        const auto number = [&](Bits value) { return lane.terms().constant(kWidth, value); };
        const Term a = symbolic::videoOperand(words[rows::kA], m.aPart, isSet(m.aSigned)).sext(kWidth);
        const Term b = symbolic::videoOperand(words[rows::kB], m.bPart, isSet(m.bSigned)).sext(kWidth);
        const Term isSigned = isSet(m.aSigned | m.bSigned | m.negatesProduct | m.negatesC);
        const Term c = symbolic::extended(words[rows::kC], steps.extendsC(isSigned), kWidth);
        const Term product = isSet(m.negatesProduct).ite((a * b).negated(), a * b);
        const Term sum = product + isSet(m.negatesC).ite(c.negated(), c) + isSet(m.plusOne).ite(number(1), number(0));
        const auto by = [&](Bits distance) { return steps.shifts(steps.isShifted(sum), number(distance)); };
        const Term result = m.shift.eq(Bits(1)).ite(by(7), m.shift.eq(Bits(2)).ite(by(15), steps.isShifted(sum)));
        const Term clamped = symbolic::clamped(result, symbolic::videoRange(32, steps.clampsSigned(isSigned), kWidth));
        const Term said = isSet(m.saturates).ite(clamped, result).extract(31, 0);
        return isSet(choices.unsignedC | choices.saturates64).ite(symbolic::vmadLane(m, choices, lane, words), said);
      },
      {"VID-8"}};
}

/// Rules that executor and encoding might both misread.
void addMisreadings(Proof& proof) {
  const auto never = [](Term isSigned) { return isSigned.terms().truth(false); };
  Steps logical, unsignedC, unsignedRange, cutBefore;
  logical.shifts = [](Term sum, Term by) { return sum.lshr(by); };
  unsignedC.extendsC = never;
  unsignedRange.clampsSigned = never;
  cutBefore.isShifted = [](Term sum) { return sum.extract(31, 0).sext(sum.width()); };
  proof.misreadLanes = {
      misread("shifted-logically", logical),
      misread("c-always-unsigned", unsignedC),
      misread("clamped-as-unsigned", unsignedRange),
      misread("shifted-after-cut-to-a-word", cutBefore),
      wrong("plus-one-after-a-negation-too", "VID-8",
            [](Modifiers& m) { m.plusOne = m.plusOne | m.negatesProduct | m.negatesC; }),
      wrong("c-negated-with-the-product", "VID-8", [](Modifiers& m) { m.negatesC = m.negatesC | m.negatesProduct; }),
      wrong("bytes-and-halves-exchanged", "VID-1", [](Modifiers& m) {
        const auto is = [&](spec::Part part) { return m.aPart.eq(static_cast<Bits>(part)); };
        const auto part = [&](spec::Part p) { return m.aPart.terms().constant(32, static_cast<Bits>(p)); };
        m.aPart = is(spec::Part::B0).ite(part(spec::Part::H0), is(spec::Part::H0).ite(part(spec::Part::B0), m.aPart));
      })};
}

Proof proofOf() {
  Proof proof = encoded({"VID-1", "VID-8"}, {"VID-8"});
  proof.hints.laneCuts = Proof::ofTerms([](const Modifiers& m, const Choices&, Term, const LaneWords& words) {
    return std::vector<Term>{symbolic::videoOperand(words[rows::kA], m.aPart, isSet(m.aSigned)),
                             symbolic::videoOperand(words[rows::kB], m.bPart, isSet(m.bSigned))};
  });
  proof.hints.laneCases = Proof::ofTerms([](const Modifiers& m) { // at most one of the three (VID-8)
    const Term p = isSet(m.negatesProduct), c = isSet(m.negatesC), plus = isSet(m.plusOne);
    return std::vector<Term>{~p & ~c & ~plus, p & ~c & ~plus, ~p & c & ~plus, ~p & ~c & plus};
  });
  proof.wrongLanes = {always("negation-of-the-product-dropped", "VID-8", &Modifiers::negatesProduct, 0),
                      always("plus-one-dropped", "VID-8", &Modifiers::plusOne, 0),
                      always("never-shifted", "VID-8", &Modifiers::shift, 0),
                      always("never-saturated", "VID-8", &Modifiers::saturates, 0),
                      always("operands-taken-unsigned", "VID-1", &Modifiers::aSigned, 0)};
  proof.wrongPlans = {
      proof.planBut("addend-dropped", "source[2].value", {"VID-8"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.source[rows::kC].value = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
      })};
  proof.wrongModifiers = {proof.modifiersBut("two-negations-negate", "negatesProduct", {"VID-8"},
                                             [](Modifiers& modifiers, const auto& form) {
                                               modifiers.negatesProduct = (form.ra.negated | form.rb.negated).zext(32);
                                             })};
  addMisreadings(proof);
  return proof;
}

} // namespace
} // namespace vmad

WARPLAW_THEOREMS(vmad)

} // namespace warplaw::proofs
