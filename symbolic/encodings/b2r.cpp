// B2R.RESULT as terms: the warp's latch as a count or as an answer (BAR-2); its plan.
#include "symbolic/encodings/b2r.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {

ResultTerms b2rEncoding(const B2rModifierTerms&, const OperandTerms& operands, const B2rChoiceTerms& choices,
                        const ResultTerms& before, const SpecialInputTerms& inputs, const BarrierTerms& barriers) {
  const Term exec = operands.exec, zero = exec.terms().constant(32, 0), ones = ~zero;
  const Term latch = exec.terms().select(inputs.warp.extract(4, 0), barriers.latch);
  const Term isCount = barriers.latchIsCount.lshr(inputs.warp).bit(0);
  const Term answer = isCount.ite(choices.predicateOfCount, isSet(latch).ite(ones, zero));
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after.row[0][lane] = exec.bit(lane).ite(isCount.ite(latch, choices.wordOfAnswer[lane]), before.row[0][lane]);
  after.predicate = (answer & exec) | (before.predicate & ~exec);
  after.written = {exec, zero};
  after.predicateWritten = exec;
  after.error.fill(exec.terms().constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  return after;
}

Term isLegal(const B2rFormTerms& form) {
  return atMost(form.what, static_cast<Bits>(spec::B2rWhat::Result)) & atMost(form.pu.index, spec::kTruePredicate);
}

Term isAllowed(const B2rChoiceTerms& choices) { return choices.predicateOfCount.terms().truth(true); }

B2rModifierTerms b2rModifiers(const B2rFormTerms&) { return {}; }

PlanTerms b2rPlan(const B2rFormTerms& form, const B2rChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pu.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
