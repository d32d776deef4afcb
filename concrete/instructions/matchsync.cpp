// match.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-4).
#include "concrete/instructions/matchsync.h"
#include "concrete/instructions/matchsync_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_matchsync_portable(const MatchsyncModifiers* modifiers, const Operands* operands,
                                           const MatchsyncChoices* choices, const ExitedLanes* exited,
                                           Results* results) {
  matchsyncVector<4>(modifiers, operands, choices, exited, results);
}

// Which operands match.sync fetches and writes back, and what its datapath is told (SYNC-4).
extern "C" {
void warplaw_matchsync_plan(const MatchsyncForm* form, const MatchsyncChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  reads(&plan->source[sync_rows::kMask], form->membermask);
  readsRegister(&plan->source[sync_rows::kValue], form->ra);
  if (form->type == MatchsyncType::B64)
    readsRegister(&plan->source[sync_rows::kHigh], {static_cast<std::uint8_t>(form->ra.index + 1)});
  plan->destinationPredicate = form->pd.index;
}
void warplaw_matchsync_modifiers(const MatchsyncForm* form, MatchsyncModifiers* modifiers) {
  modifiers->mode = static_cast<std::uint32_t>(form->mode);
  modifiers->type = static_cast<std::uint32_t>(form->type);
}
}
