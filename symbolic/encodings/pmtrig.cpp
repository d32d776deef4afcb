// PMTRIG as terms: which counters go up (PM-1), which masks there are (PM-2); its plan.
#include "symbolic/encodings/pmtrig.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
constexpr Bits kMasks = (Bits(1) << spec::kCounters) - 1;
}

CounterTerms triggered(const CounterTerms& counters, Term mask, Term exec) {
  CounterTerms after;
  for (unsigned n = 0; n < spec::kCounters; ++n) // once a warp, however many lanes execute
    after.count[n] = counters.count[n] + (mask.bit(n) & isSet(exec)).zext(32);
  return after;
}

ResultTerms pmtrigEncoding(const PmtrigModifierTerms& modifiers, const OperandTerms& operands, const PmtrigChoiceTerms&,
                           const ResultTerms& before, CounterTerms& counters) {
  counters = triggered(counters, modifiers.mask, operands.exec);
  return writesNothing(before);
}

Term isLegal(const PmtrigFormTerms& form) { return atMost(form.mask.value, kMasks); }

Term isLegal(const PmtrigModifierTerms& modifiers) { return atMost(modifiers.mask, kMasks); }

PmtrigModifierTerms pmtrigModifiers(const PmtrigFormTerms& form) { return {form.mask.value}; }

PlanTerms pmtrigPlan(const PmtrigFormTerms&, const PmtrigChoiceTerms&, const PlanTerms& before) {
  return onlyGuardOf(before);
}

} // namespace warplaw::symbolic
