// BAR reads one predicate at most and writes no register; what its datapath is told (BAR-1, BAR-4).
#include "concrete/instructions/bar.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_bar_plan(const BarForm* form, const BarChoices*, Plan* plan) {
  planOfNothing(plan);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
}
void warplaw_bar_modifiers(const BarForm* form, BarModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->id = form->id.value;
  modifiers->threads = form->threads.value;
}
}
