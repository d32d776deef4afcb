// SHFL's datapath for any processor, four lanes at a time (SHFL-1..8).
#include "concrete/instructions/shfl.h"
#include "concrete/instructions/shfl_four.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shfl_portable(const ShflModifiers* modifiers, const Operands* operands,
                                      const ShflChoices* choices, Results* results) {
  shflVector<FourLanes>(modifiers->mode, operands, choices, results);
}

// Which operands SHFL fetches and writes back, and what its datapath is told (SHFL-9).
extern "C" void warplaw_shfl_plan(const ShflForm* form, const ShflChoices*, Plan* plan) {
  plan->excludesHelpers = 0;
  plan->source[shfl_rows::kValue].kind = SourceKind::Register;
  plan->source[shfl_rows::kValue].value = form->ra.index;
  reads(&plan->source[shfl_rows::kLane], form->sb);
  reads(&plan->source[shfl_rows::kRange], form->sc);
  for (unsigned row = shfl_rows::kRange + 1; row < kSourceRows; ++row) {
    plan->source[row].kind = SourceKind::Absent;
    plan->source[row].value = 0;
  }
  plan->sourcePredicate = kTruePredicate;
  plan->sourcePredicateNegated = 0;
  plan->destination[0] = form->rd.index;
  plan->destination[1] = kZeroRegister;
  plan->destinationPredicate = form->pu.index;
}

extern "C" void warplaw_shfl_modifiers(const ShflForm* form, ShflModifiers* modifiers) {
  modifiers->mode = static_cast<std::uint32_t>(form->mode);
}
