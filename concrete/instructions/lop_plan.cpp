// Which operands LOP fetches and writes back, and what its datapath is told (LOP-1, LOP-2).
#include "concrete/instructions/lop.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_lop_plan(const LopForm* form, const LopChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[lop_rows::kA], form->ra.reg);
  readsSigned20(&plan->source[lop_rows::kB], form->rb.operand);
}
void warplaw_lop_modifiers(const LopForm* form, LopModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->invertsA = form->ra.negated;
  modifiers->invertsB = form->rb.negated;
}
}
