// Which operands ISETP fetches and writes back, and what its datapath is told (ISETP-1..3).
#include "concrete/instructions/isetp.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_isetp_plan(const IsetpForm* form, const IsetpChoices*, Plan* plan) {
  planOfNothing(plan);
  readsRegister(&plan->source[isetp_rows::kA], form->ra);
  readsSigned20(&plan->source[isetp_rows::kB], form->rb);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
  plan->destinationPredicate = form->pu.index;
}
void warplaw_isetp_modifiers(const IsetpForm* form, IsetpModifiers* modifiers) {
  modifiers->compare = static_cast<std::uint32_t>(form->compare);
  modifiers->isUnsigned = form->isUnsigned;
  modifiers->combine = static_cast<std::uint32_t>(form->combine);
}
}
