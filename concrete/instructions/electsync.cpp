// elect.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-7).
#include "concrete/instructions/electsync.h"
#include "concrete/instructions/electsync_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_electsync_portable(const ElectsyncModifiers* modifiers, const Operands* operands,
                                           const ElectsyncChoices* choices, const ExitedLanes* exited,
                                           Results* results) {
  electsyncVector<4>(modifiers, operands, choices, exited, results);
}

// Which operands elect.sync fetches and writes back (SYNC-7).
extern "C" {
void warplaw_electsync_plan(const ElectsyncForm* form, const ElectsyncChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  reads(&plan->source[sync_rows::kMask], form->membermask);
  plan->destinationPredicate = form->pd.index;
}
void warplaw_electsync_modifiers(const ElectsyncForm*, ElectsyncModifiers*) {}
}
