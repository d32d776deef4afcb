// vote.sync's datapath, four lanes at a time, which every processor has registers for (SYNC-3).
#include "concrete/instructions/votesync.h"
#include "concrete/instructions/votesync_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_votesync_portable(const VotesyncModifiers* modifiers, const Operands* operands,
                                          const VotesyncChoices* choices, const ExitedLanes* exited, Results* results) {
  votesyncVector<4>(modifiers, operands, choices, exited, results);
}

// Which operands vote.sync fetches and writes back, and what its datapath is told (SYNC-3).
extern "C" {
void warplaw_votesync_plan(const VotesyncForm* form, const VotesyncChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  reads(&plan->source[sync_rows::kMask], form->membermask);
  plan->sourcePredicate = form->pa.predicate.index;
  plan->sourcePredicateNegated = form->pa.negated;
  plan->destinationPredicate = form->pd.index;
}
void warplaw_votesync_modifiers(const VotesyncForm* form, VotesyncModifiers* modifiers) {
  modifiers->mode = static_cast<std::uint32_t>(form->mode);
}
}
