// shfl.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-2).
#include "concrete/instructions/shflsync.h"
#include "concrete/instructions/shfl_four.h"
#include "concrete/instructions/shflsync_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shflsync_portable(const ShflsyncModifiers* modifiers, const Operands* operands,
                                          const ShflsyncChoices* choices, const ExitedLanes* exited, Results* results) {
  shflsyncVector<FourLanes>(modifiers, operands, choices, exited, results);
}

// Which operands shfl.sync fetches and writes back, and what its datapath is told (SYNC-2).
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
