// Which operand activemask writes back (SYNC-6).
#include "concrete/instructions/activemask.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_activemask_plan(const ActivemaskForm* form, const ActivemaskChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
}
void warplaw_activemask_modifiers(const ActivemaskForm*, ActivemaskModifiers*) {}
}
