// IADD as terms: a sum or one of the two differences (IADD-1, IADD-3); its plan (IADD-2).
#include "symbolic/encodings/iadd.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::iadd_rows;
constexpr unsigned kImmediateBits = 20; // IADD-2
} // namespace

Term iaddLane(const IaddModifierTerms& modifiers, const IaddChoiceTerms&, Term, const LaneWords& words) {
  const Term a = words[rows::kA], b = words[rows::kB];
  // both are never negated (IADD-3)
  return isSet(modifiers.negatesA).ite(b - a, isSet(modifiers.negatesB).ite(a - b, a + b));
}

Term isLegal(const IaddFormTerms& form) {
  return isLegalOperand(form.rb, kImmediateBits) & ~(form.ra.negated & form.rb.negated);
}

Term isLegal(const IaddModifierTerms& modifiers) {
  return atMost(modifiers.negatesA, 1) & atMost(modifiers.negatesB, 1) &
         ~(isSet(modifiers.negatesA) & isSet(modifiers.negatesB));
}

IaddModifierTerms iaddModifiers(const IaddFormTerms& form) {
  return {.negatesA = form.ra.negated.zext(32), .negatesB = form.rb.negated.zext(32)};
}

PlanTerms iaddPlan(const IaddFormTerms& form, const IaddChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd,
                  {readRegister(form.ra.reg.index), readSignExtended(form.rb.operand, kImmediateBits)});
}

} // namespace warplaw::symbolic
