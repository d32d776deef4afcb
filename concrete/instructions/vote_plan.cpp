// Which operands VOTE fetches and writes back, and what its datapath is told (VOTE-2, VOTE-3).
#include "concrete/instructions/vote.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

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
