// LOP's datapath: two words bit by bit, either of which may be inverted (LOP-1).
#include "concrete/instructions/lop.h"
#include "concrete/lanewise.h"

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

extern "C" void warplaw_lop_portable(const LopModifiers* modifiers, const Operands* operands, const LopChoices* choices,
                                     Results* results) {
  eachLane<combined>(modifiers, operands, choices, results);
}
