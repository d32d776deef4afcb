// VMAD as terms: product, sum, shift and saturation of exact numbers (VID-8); its plan.
#include "symbolic/encodings/vmad.h"
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::VideoType;
using spec::VmadShift;
namespace rows = spec::video_rows;

Term negatedIf(Term condition, Term value) { return condition.ite(value.negated(), value); }

/// Right, arithmetically, by 0, 7 or 15 (VID-8).
Term shifted(Term shift, Term value) {
  const auto by = [&](Bits distance) { return value.ashr(value.terms().constant(value.width(), distance)); };
  return is(shift, VmadShift::Shr7).ite(by(7), is(shift, VmadShift::Shr15).ite(by(15), value));
}

} // namespace

Term vmadLane(const VmadModifierTerms& modifiers, const VmadChoiceTerms& choices, Term, const LaneWords& word) {
  const Term aSigned = isSet(modifiers.aSigned), bSigned = isSet(modifiers.bSigned);
  const Term negatesProduct = isSet(modifiers.negatesProduct), negatesC = isSet(modifiers.negatesC);
  const Term a = videoOperand(word[rows::kA], modifiers.aPart, aSigned).sext(kVmadWidth); // VID-1
  const Term b = videoOperand(word[rows::kB], modifiers.bPart, bSigned).sext(kVmadWidth);
  const Term finalSigned = aSigned | bSigned | negatesProduct | negatesC;

  // (u32 * u32) - c is where PTX takes c as unsigned though the final is signed
  const Term isUnsignedMinusC = ~aSigned & ~bSigned & ~negatesProduct & negatesC;
  const Term cSigned = finalSigned & ~(isUnsignedMinusC & isSet(choices.unsignedC));
  const Term c = extended(word[rows::kC], cSigned, kVmadWidth);

  const Term product = negatedIf(negatesProduct, a * b);
  const Term sum = product + negatedIf(negatesC, c) + isSet(modifiers.plusOne).zext(kVmadWidth); // .PO
  const Term result = shifted(modifiers.shift, sum);

  const Term wrapped = extended(result.extract(63, 0), finalSigned, kVmadWidth);
  const Term saturated =
      clamped(isSet(choices.saturates64).ite(wrapped, result), videoRange(32, finalSigned, kVmadWidth));
  return isSet(modifiers.saturates).ite(saturated, result).extract(31, 0);
}

Term isLegal(const VmadFormTerms& form) {
  return isLegal(vmadModifiers(form)) & atMost(form.dtype, 1) & atMost(form.atype, 1) & atMost(form.btype, 1);
}

Term isLegal(const VmadModifierTerms& modifiers) {
  const Term negatesProduct = isSet(modifiers.negatesProduct), negatesC = isSet(modifiers.negatesC);
  std::vector<Term> conditions = {~(negatesProduct & negatesC),                              // at most one (VID-8)
                                  ~(isSet(modifiers.plusOne) & (negatesProduct | negatesC)), // none under .PO
                                  atMost(modifiers.shift, static_cast<Bits>(VmadShift::Shr15)),
                                  isLegalPart(modifiers.aPart), isLegalPart(modifiers.bPart)};
  for (Term flag : {modifiers.aSigned, modifiers.bSigned, modifiers.negatesProduct, modifiers.negatesC,
                    modifiers.plusOne, modifiers.saturates})
    conditions.push_back(atMost(flag, 1));
  return modifiers.shift.terms().all(conditions);
}

Term isAllowed(const VmadChoiceTerms& choices) { return atMost(choices.unsignedC, 1) & atMost(choices.saturates64, 1); }

VmadModifierTerms vmadModifiers(const VmadFormTerms& form) {
  const auto isSigned = [](Term type) { return is(type, VideoType::S32).zext(32); };
  return {.aSigned = isSigned(form.atype),
          .bSigned = isSigned(form.btype),
          .aPart = form.ra.part.part.zext(32),
          .bPart = form.rb.part.part.zext(32),
          .negatesProduct = (form.ra.negated ^ form.rb.negated).zext(32), // exactly one of a, b (VID-8)
          .negatesC = form.rc.negated.zext(32),
          .plusOne = form.plusOne.zext(32),
          .saturates = form.saturates.zext(32),
          .shift = form.shift.zext(32)};
}

PlanTerms vmadPlan(const VmadFormTerms& form, const VmadChoiceTerms&, const PlanTerms& before) {
  return planOfRd(
      before, form.rd,
      {readRegister(form.ra.part.reg.index), readRegister(form.rb.part.reg.index), readRegister(form.rc.reg.index)});
}

} // namespace warplaw::symbolic
