// Which operands POPC fetches and writes back, and what its datapath is told (POPC-1, POPC-2).
#include "concrete/instructions/popc.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_popc_plan(const PopcForm* form, const PopcChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsSigned20(&plan->source[popc_rows::kB], form->rb.operand);
}
void warplaw_popc_modifiers(const PopcForm* form, PopcModifiers* modifiers) { modifiers->inverts = form->rb.negated; }
}
