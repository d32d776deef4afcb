// IADD's datapath: a sum of two words, either of which may be negated (IADD-1).
#include "concrete/instructions/iadd.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
std::uint32_t added(const IaddModifiers* modifiers, const IaddChoices*, std::uint32_t lane, const Operands* operands) {
  const std::uint32_t a = operands->row[iadd_rows::kA][lane];
  const std::uint32_t b = operands->row[iadd_rows::kB][lane];
  return (modifiers->negatesA ? 0u - a : a) + (modifiers->negatesB ? 0u - b : b);
}
} // namespace

WARPLAW_LANE_DATAPATH(Iadd, iadd, portable, added)

// Which operands IADD fetches and writes back, and what its datapath is told (IADD-1, IADD-2).
extern "C" {
void warplaw_iadd_plan(const IaddForm* form, const IaddChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[iadd_rows::kA], form->ra.reg);
  readsSigned20(&plan->source[iadd_rows::kB], form->rb.operand);
}
void warplaw_iadd_modifiers(const IaddForm* form, IaddModifiers* modifiers) {
  modifiers->negatesA = form->ra.negated;
  modifiers->negatesB = form->rb.negated;
}
}
