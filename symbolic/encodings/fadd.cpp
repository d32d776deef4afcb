// FADD as terms: the sum of two binary32 numbers, whose NaN is FloatAdd's (FADD-1, FADD-2); its plan.
#include "symbolic/encodings/fadd.h"
#include "symbolic/encodings/wording.h"
#include "symbolic/terms/float_format.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::fadd_rows;
static_assert(floatFormat(32).nan() == spec::kFaddNan); // FADD-2
} // namespace

Term faddOperand(Term negates, Term number) {
  const Term sign = number.terms().constant(32, Bits{1} << 31);
  return isSet(negates).ite(number ^ sign, number);
}

Term faddLane(const FaddModifierTerms& modifiers, const FaddChoiceTerms&, Term, const LaneWords& words) {
  return faddOperand(modifiers.negatesA, words[rows::kA]).floatAdd(faddOperand(modifiers.negatesB, words[rows::kB]));
}

Term isLegal(const FaddFormTerms& form) { return form.rd.index.terms().truth(true); }

Term isLegal(const FaddModifierTerms& modifiers) {
  return atMost(modifiers.negatesA, 1) & atMost(modifiers.negatesB, 1);
}

FaddModifierTerms faddModifiers(const FaddFormTerms& form) {
  return {.negatesA = form.ra.negated.zext(32), .negatesB = form.rb.negated.zext(32)};
}

PlanTerms faddPlan(const FaddFormTerms& form, const FaddChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd, {readRegister(form.ra.reg.index), readRegister(form.rb.reg.index)});
}

} // namespace warplaw::symbolic
