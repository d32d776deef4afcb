// FADD's datapath: a sum of two numbers, either of which may be negated, and the one NaN (FADD-1, FADD-2).
#include "concrete/instructions/fadd.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
/// The number, its sign bit changed if `negates` is 1.
float numberOf(std::uint32_t word, std::uint32_t negates) { return __builtin_bit_cast(float, word ^ negates << 31); }

std::uint32_t added(const FaddModifiers* modifiers, const FaddChoices*, std::uint32_t lane, const Operands* operands) {
  const float sum = numberOf(operands->row[fadd_rows::kA][lane], modifiers->negatesA) +
                    numberOf(operands->row[fadd_rows::kB][lane], modifiers->negatesB);
  return sum != sum ? kFaddNan
                    : __builtin_bit_cast(std::uint32_t, sum); // which NaN a processor gives is its own affair
}
} // namespace

WARPLAW_LANE_DATAPATH(Fadd, fadd, portable, added)

// Which operands FADD fetches and writes back, and what its datapath is told (FADD-1).
extern "C" {
void warplaw_fadd_plan(const FaddForm* form, const FaddChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[fadd_rows::kA], form->ra.reg);
  readsRegister(&plan->source[fadd_rows::kB], form->rb.reg);
}
void warplaw_fadd_modifiers(const FaddForm* form, FaddModifiers* modifiers) {
  modifiers->negatesA = form->ra.negated;
  modifiers->negatesB = form->rb.negated;
}
}
