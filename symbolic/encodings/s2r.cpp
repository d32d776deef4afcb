// S2R as terms: the lane's number and its masks (SR-1, -2); its plan.
#include "symbolic/encodings/s2r.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::SpecialRegister;

Term s2rLane(const S2rModifierTerms& modifiers, const S2rChoiceTerms&, Term lane, const LaneWords&) {
  const Term number = lane.zext(32);
  const Term equal = lane.terms().constant(32, 1).shl(number); // SR-2
  const Term less = equal - Bits(1), lessOrEqual = less | equal;
  const Term greaterOrEqual = ~less, greater = ~lessOrEqual;
  const auto named = [&](SpecialRegister name, Term value, Term otherwise) {
    return is(modifiers.sr, name).ite(value, otherwise);
  };
  return named(SpecialRegister::LaneId, number,
               named(SpecialRegister::EqMask, equal,
                     named(SpecialRegister::LtMask, less,
                           named(SpecialRegister::LeMask, lessOrEqual,
                                 named(SpecialRegister::GtMask, greater, greaterOrEqual)))));
}

Term isLegal(const S2rFormTerms& form) { return atMost(form.sr.name, static_cast<Bits>(SpecialRegister::GeMask)); }

Term isLegal(const S2rModifierTerms& modifiers) {
  return atMost(modifiers.sr, static_cast<Bits>(SpecialRegister::GeMask));
}

S2rModifierTerms s2rModifiers(const S2rFormTerms& form) { return {form.sr.name.zext(32)}; }

PlanTerms s2rPlan(const S2rFormTerms& form, const S2rChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.destination[0] = form.rd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
