// Which operands IADD fetches and writes back, and what its datapath is told (IADD-1, IADD-2).
#include "concrete/instructions/iadd.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_iadd_plan(const IaddForm* form, const IaddChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[iadd_rows::kA], form->ra.reg);
  readsSigned20(&plan->source[iadd_rows::kB], form->rb.operand);
}
void warplaw_iadd_modifiers(const IaddForm* form, IaddModifiers* modifiers) {
  modifiers->negatesA = form->ra.negated;
  modifiers->negatesB = form->rb.negated;
}
}
