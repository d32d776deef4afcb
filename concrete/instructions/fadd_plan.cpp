// Which operands FADD fetches and writes back, and what its datapath is told (FADD-1).
#include "concrete/instructions/fadd.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_fadd_plan(const FaddForm* form, const FaddChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[fadd_rows::kA], form->ra.reg);
  readsRegister(&plan->source[fadd_rows::kB], form->rb.reg);
}
void warplaw_fadd_modifiers(const FaddForm* form, FaddModifiers* modifiers) {
  modifiers->negatesA = form->ra.negated;
  modifiers->negatesB = form->rb.negated;
}
}
