// FLO's datapath: where the highest bit is that is 1, or unlike the sign (FLO-1, FLO-2).
#include "concrete/instructions/flo.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
std::uint32_t found(const FloModifiers* modifiers, const FloChoices*, std::uint32_t lane, const Operands* operands) {
  const std::uint32_t b = operands->row[flo_rows::kB][lane];
  const std::uint32_t word = modifiers->inverts ? ~b : b;
  const auto sign = static_cast<std::uint32_t>(static_cast<std::int32_t>(word) >> 31); // all ones or none
  const std::uint32_t sought = modifiers->isUnsigned ? word : word ^ sign;
  const auto above = static_cast<std::uint32_t>(__builtin_clz(sought | 1)); // which is not asked of 0
  const std::uint32_t found = modifiers->asShift ? above : 31 - above;
  return sought ? found : kFloNone;
}
} // namespace

WARPLAW_LANE_DATAPATH(Flo, flo, portable, found)

// Which operands FLO fetches and writes back, and what its datapath is told (FLO-1..3).
extern "C" {
void warplaw_flo_plan(const FloForm* form, const FloChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsSigned20(&plan->source[flo_rows::kB], form->rb.operand);
}
void warplaw_flo_modifiers(const FloForm* form, FloModifiers* modifiers) {
  modifiers->isUnsigned = form->isUnsigned;
  modifiers->asShift = form->asShift;
  modifiers->inverts = form->rb.negated;
}
}
