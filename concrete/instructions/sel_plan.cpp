// Which operands SEL fetches and writes back (SEL-1, SEL-2).
#include "concrete/instructions/sel.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_sel_plan(const SelForm* form, const SelChoices*, Plan* plan) {
  constexpr unsigned kAbove = 12; // bits above an immediate
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[sel_rows::kA], form->ra);
  const std::uint32_t value = form->rb.value;
  const std::uint32_t extended = static_cast<std::uint32_t>(static_cast<std::int32_t>(value << kAbove) >> kAbove);
  Source& b = plan->source[sel_rows::kB];
  b.kind = form->rb.isImmediate ? SourceKind::Immediate : SourceKind::Register;
  b.value = form->rb.isImmediate ? extended : value;
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
}
void warplaw_sel_modifiers(const SelForm*, SelModifiers*) {}
}
