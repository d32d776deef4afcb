// CS2R's datapath: every lane reads the same clock (SR-3).
#include "concrete/instructions/cs2r.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_cs2r_portable(const Cs2rModifiers* modifiers, const Operands* operands, const Cs2rChoices*,
                                      const SpecialInputs* inputs, Results* results) {
  const std::uint32_t exec = operands->exec;
  const bool isPair = modifiers->size == static_cast<std::uint32_t>(Cs2rSize::B64);
  const bool isHigh = modifiers->word == static_cast<std::uint32_t>(ClockWord::High);
  const std::uint32_t high = inputs->clockHigh, first = isHigh ? high : inputs->clockLow;
  const std::uint32_t pair = isPair ? exec : 0;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t old = results->row[0][lane], oldAfter = results->row[1][lane];
    results->row[0][lane] = exec >> lane & 1 ? first : old;
    results->row[1][lane] = pair >> lane & 1 ? high : oldAfter;
  }
  writesRdOnly(exec, results);
  results->written[1] = pair;
}

// Which registers CS2R writes back, and what its datapath is told (SR-1, SR-3, MACH-3).
extern "C" {
void warplaw_cs2r_plan(const Cs2rForm* form, const Cs2rChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  if (form->size == Cs2rSize::B64)
    plan->destination[1] = form->rd.index == kZeroRegister ? kZeroRegister : form->rd.index + 1u;
}
void warplaw_cs2r_modifiers(const Cs2rForm* form, Cs2rModifiers* modifiers) {
  modifiers->size = static_cast<std::uint32_t>(form->size);
  modifiers->word = static_cast<std::uint32_t>(form->sr.name);
}
}
