// SEL's datapath: one of two words, by the lane's predicate (SEL-1).
#include "concrete/instructions/sel.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
std::uint32_t selected(const SelModifiers*, const SelChoices*, std::uint32_t lane, const Operands* operands) {
  const std::uint32_t a = operands->row[sel_rows::kA][lane];
  const std::uint32_t b = operands->row[sel_rows::kB][lane];
  return operands->predicate >> lane & 1 ? a : b;
}
} // namespace

WARPLAW_LANE_DATAPATH(Sel, sel, portable, selected)

// Which operands SEL fetches and writes back (SEL-1, SEL-2).
extern "C" {
void warplaw_sel_plan(const SelForm* form, const SelChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[sel_rows::kA], form->ra);
  readsSigned20(&plan->source[sel_rows::kB], form->rb);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
}
void warplaw_sel_modifiers(const SelForm*, SelModifiers*) {}
}
