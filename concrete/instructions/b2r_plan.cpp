// What B2R writes back; its datapath is told nothing (BAR-2).
#include "concrete/instructions/b2r.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_b2r_plan(const B2rForm* form, const B2rChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  plan->destinationPredicate = form->pu.index;
}
void warplaw_b2r_modifiers(const B2rForm*, B2rModifiers*) {}
}
