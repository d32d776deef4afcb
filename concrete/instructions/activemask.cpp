// activemask's datapath (SYNC-6).
#include "concrete/instructions/activemask.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"
#include "concrete/vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_activemask_portable(const ActivemaskModifiers*, const Operands* operands,
                                            const ActivemaskChoices*, Results* results) {
  const std::uint32_t exec = operands->exec;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t executes = maskOf(exec >> lane & 1);
    results->row[0][lane] = (exec & executes) | (results->row[0][lane] & ~executes);
  }
  writesRdOnly(exec, results);
}

// Which operand activemask writes back (SYNC-6).
extern "C" {
void warplaw_activemask_plan(const ActivemaskForm* form, const ActivemaskChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
}
void warplaw_activemask_modifiers(const ActivemaskForm*, ActivemaskModifiers*) {}
}
