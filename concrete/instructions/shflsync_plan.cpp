// Which operands shfl.sync fetches and writes back, and what its datapath is told (SYNC-2).
#include "concrete/instructions/shflsync.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_shflsync_plan(const ShflsyncForm* form, const ShflsyncChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  reads(&plan->source[sync_rows::kMask], form->membermask);
  readsRegister(&plan->source[sync_rows::kValue], form->ra);
  reads(&plan->source[shflsync_rows::kLane], form->rb);
  reads(&plan->source[shflsync_rows::kRange], form->rc);
  plan->destinationPredicate = form->pd.index;
}
void warplaw_shflsync_modifiers(const ShflsyncForm* form, ShflsyncModifiers* modifiers) {
  modifiers->mode = static_cast<std::uint32_t>(form->mode);
}
}
