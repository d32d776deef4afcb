// SEL as terms: which of its two words a lane gets (SEL-1); its plan (SEL-2).
#include "symbolic/encodings/sel.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::sel_rows;
constexpr unsigned kImmediateBits = 20; // SEL-2
} // namespace

Term selLane(const SelModifierTerms&, const SelChoiceTerms&, Term, const LaneWords& words) {
  return words.predicate.ite(words[rows::kA], words[rows::kB]);
}

Term isLegal(const SelFormTerms& form) {
  return isLegalOperand(form.rb, kImmediateBits) & atMost(form.pp.predicate.index, spec::kTruePredicate);
}

SelModifierTerms selModifiers(const SelFormTerms&) { return {}; }

PlanTerms selPlan(const SelFormTerms& form, const SelChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = planOfRd(before, form.rd, {readRegister(form.ra.index), readSignExtended(form.rb, kImmediateBits)});
  plan.sourcePredicate = form.pp.predicate.index.zext(32);
  plan.sourcePredicateNegated = form.pp.negated.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
