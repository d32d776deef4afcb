// activemask as terms: every executing lane receives the mask of all of them (SYNC-6); its plan.
#include "symbolic/encodings/activemask.h"
#include "symbolic/encodings/sync.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {

ResultTerms activemaskEncoding(const ActivemaskModifierTerms&, const OperandTerms& operands,
                               const ActivemaskChoiceTerms&, const ResultTerms& before) {
  const Term exec = operands.exec;
  Terms& terms = exec.terms();
  SyncOutcome outcome{{}, terms.constant(32, 0), terms.truth(true), terms.truth(false)};
  outcome.word.fill(exec);
  return syncResults(before, exec, outcome);
}

Term isLegal(const ActivemaskFormTerms& form) {
  return atMost(form.type, static_cast<Bits>(spec::ActivemaskType::B32));
}

ActivemaskModifierTerms activemaskModifiers(const ActivemaskFormTerms&) { return {}; }

PlanTerms activemaskPlan(const ActivemaskFormTerms& form, const ActivemaskChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.destination[0] = form.rd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
