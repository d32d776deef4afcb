// redux.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-5).
#include "concrete/instructions/reduxsync.h"
#include "concrete/instructions/reduxsync_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_reduxsync_portable(const ReduxsyncModifiers* modifiers, const Operands* operands,
                                           const ReduxsyncChoices* choices, const ExitedLanes* exited,
                                           Results* results) {
  reduxsyncVector<4>(modifiers, operands, choices, exited, results);
}

// Which operands redux.sync fetches and writes back, and what its datapath is told (SYNC-5).
extern "C" {
void warplaw_reduxsync_plan(const ReduxsyncForm* form, const ReduxsyncChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  reads(&plan->source[sync_rows::kMask], form->membermask);
  readsRegister(&plan->source[sync_rows::kValue], form->ra);
}
void warplaw_reduxsync_modifiers(const ReduxsyncForm* form, ReduxsyncModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->type = static_cast<std::uint32_t>(form->type);
  modifiers->abs = form->abs;
  modifiers->nan = form->nan;
}
}
