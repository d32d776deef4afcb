// Which operands elect.sync fetches and writes back (SYNC-7).
#include "concrete/instructions/electsync.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_electsync_plan(const ElectsyncForm* form, const ElectsyncChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  reads(&plan->source[sync_rows::kMask], form->membermask);
  plan->destinationPredicate = form->pd.index;
}
void warplaw_electsync_modifiers(const ElectsyncForm*, ElectsyncModifiers*) {}
}
