// Which operands FLO fetches and writes back, and what its datapath is told (FLO-1..3).
#include "concrete/instructions/flo.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_flo_plan(const FloForm* form, const FloChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsSigned20(&plan->source[flo_rows::kB], form->rb.operand);
}
void warplaw_flo_modifiers(const FloForm* form, FloModifiers* modifiers) {
  modifiers->isUnsigned = form->isUnsigned;
  modifiers->asShift = form->asShift;
  modifiers->inverts = form->rb.negated;
}
}
