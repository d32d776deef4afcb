// LOP's datapath: two words bit by bit, either of which may be inverted (LOP-1).
#include "concrete/instructions/lop.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
/// What is no LopOp counts as PASS_B.
std::uint32_t combined(const LopModifiers* modifiers, const LopChoices*, std::uint32_t lane, const Operands* operands) {
  const auto is = [modifiers](LopOp wanted) { return modifiers->op == static_cast<std::uint32_t>(wanted); };
  const std::uint32_t ra = operands->row[lop_rows::kA][lane], a = modifiers->invertsA ? ~ra : ra;
  const std::uint32_t rb = operands->row[lop_rows::kB][lane], b = modifiers->invertsB ? ~rb : rb;
  return is(LopOp::And) ? a & b : is(LopOp::Or) ? a | b : is(LopOp::Xor) ? a ^ b : b;
}
} // namespace

WARPLAW_LANE_DATAPATH(Lop, lop, portable, combined)

// Which operands LOP fetches and writes back, and what its datapath is told (LOP-1, LOP-2).
extern "C" {
void warplaw_lop_plan(const LopForm* form, const LopChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[lop_rows::kA], form->ra.reg);
  readsSigned20(&plan->source[lop_rows::kB], form->rb.operand);
}
void warplaw_lop_modifiers(const LopForm* form, LopModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->invertsA = form->ra.negated;
  modifiers->invertsB = form->rb.negated;
}
}
