// Which operands SEL fetches and writes back (SEL-1, SEL-2).
#include "concrete/instructions/sel.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_sel_plan(const SelForm* form, const SelChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[sel_rows::kA], form->ra);
  readsSigned20(&plan->source[sel_rows::kB], form->rb);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
}
void warplaw_sel_modifiers(const SelForm*, SelModifiers*) {}
}
