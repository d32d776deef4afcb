// Which operands IADD fetches and writes back, and what its datapath is told (IADD-1, IADD-2).
#include "concrete/instructions/iadd.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_iadd_plan(const IaddForm* form, const IaddChoices*, Plan* plan) {
  constexpr unsigned kAbove = 12; // bits above an immediate
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[iadd_rows::kA], form->ra.reg);
  const RegisterOrImmediate& operand = form->rb.operand;
  const std::uint32_t extended =
      static_cast<std::uint32_t>(static_cast<std::int32_t>(operand.value << kAbove) >> kAbove);
  Source& b = plan->source[iadd_rows::kB];
  b.kind = operand.isImmediate ? SourceKind::Immediate : SourceKind::Register;
  b.value = operand.isImmediate ? extended : operand.value;
}
void warplaw_iadd_modifiers(const IaddForm* form, IaddModifiers* modifiers) {
  modifiers->negatesA = form->ra.negated;
  modifiers->negatesB = form->rb.negated;
}
}
