// FLO as terms: the first bit from the top that is 1, or is not the sign's (FLO-1, FLO-2); its plan (FLO-3).
#include "symbolic/encodings/flo.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::flo_rows;
constexpr unsigned kImmediateBits = 20; // FLO-3
} // namespace

Term floLane(const FloModifierTerms& modifiers, const FloChoiceTerms&, Term, const LaneWords& words) {
  Terms& terms = modifiers.inverts.terms();
  const Term b = words[rows::kB], word = isSet(modifiers.inverts).ite(~b, b);
  const Term usual = isSet(modifiers.isUnsigned).ite(terms.truth(false), word.bit(31)); // what is not looked for
  const Term asShift = isSet(modifiers.asShift);
  Term found = terms.constant(32, 0xffffffff);
  for (unsigned i = 0; i < 32; ++i) // the higher ones decide last
    found = word.bit(i).ne(usual).ite(asShift.ite(terms.constant(32, 31 - i), terms.constant(32, i)), found);
  return found;
}

Term isLegal(const FloFormTerms& form) { return isLegalOperand(form.rb, kImmediateBits); }

Term isLegal(const FloModifierTerms& modifiers) {
  return atMost(modifiers.isUnsigned, 1) & atMost(modifiers.asShift, 1) & atMost(modifiers.inverts, 1);
}

FloModifierTerms floModifiers(const FloFormTerms& form) {
  return {
      .isUnsigned = form.isUnsigned.zext(32), .asShift = form.asShift.zext(32), .inverts = form.rb.negated.zext(32)};
}

PlanTerms floPlan(const FloFormTerms& form, const FloChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd, {readSignExtended(form.rb.operand, kImmediateBits)});
}

} // namespace warplaw::symbolic
