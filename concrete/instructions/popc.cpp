// POPC's datapath: how many bits are 1 (POPC-1).
#include "concrete/instructions/popc.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
std::uint32_t counted(const PopcModifiers* modifiers, const PopcChoices*, std::uint32_t lane,
                      const Operands* operands) {
  const std::uint32_t b = operands->row[popc_rows::kB][lane];
  return static_cast<std::uint32_t>(__builtin_popcount(modifiers->inverts ? ~b : b));
}
} // namespace

WARPLAW_LANE_DATAPATH(Popc, popc, portable, counted)

// Which operands POPC fetches and writes back, and what its datapath is told (POPC-1, POPC-2).
extern "C" {
void warplaw_popc_plan(const PopcForm* form, const PopcChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsSigned20(&plan->source[popc_rows::kB], form->rb.operand);
}
void warplaw_popc_modifiers(const PopcForm* form, PopcModifiers* modifiers) { modifiers->inverts = form->rb.negated; }
}
