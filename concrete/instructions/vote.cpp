// VOTE's datapath, four lanes at a time, which every processor has registers for (VOTE-1..3).
#include "concrete/instructions/vote.h"
#include "concrete/instructions/vote_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vote_portable(const VoteModifiers* modifiers, const Operands* operands, const VoteChoices*,
                                      Results* results) {
  voteVector<4>(modifiers->mode, operands, results);
}

// Which operands VOTE fetches and writes back, and what its datapath is told (VOTE-2, VOTE-3).
extern "C" {
void warplaw_vote_plan(const VoteForm* form, const VoteChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
  plan->destinationPredicate = form->pu.index;
}
void warplaw_vote_modifiers(const VoteForm* form, VoteModifiers* modifiers) {
  modifiers->mode = static_cast<std::uint32_t>(form->mode);
}
}
