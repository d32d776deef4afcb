// What plans have in common: rows that are registers, and the fields that an instruction does not use.
#pragma once
#include "spec/datapath.h"

namespace warplaw::concrete {

inline void readsRegister(spec::Source* source, spec::Register reg) {
  source->kind = spec::SourceKind::Register;
  source->value = reg.index;
}

/// A register, or an immediate whose bits are the word.
inline void reads(spec::Source* source, const spec::RegisterOrImmediate& operand) {
  source->kind = operand.isImmediate ? spec::SourceKind::Immediate : spec::SourceKind::Register;
  source->value = operand.value;
}

/// A register, or an immediate whose 20 bits are a signed number.
inline void readsSigned20(spec::Source* source, const spec::RegisterOrImmediate& operand) {
  constexpr unsigned kAbove = 12; // bits above the immediate
  const auto extended = static_cast<std::uint32_t>(static_cast<std::int32_t>(operand.value << kAbove) >> kAbove);
  source->kind = operand.isImmediate ? spec::SourceKind::Immediate : spec::SourceKind::Register;
  source->value = operand.isImmediate ? extended : operand.value;
}

/// Sets all but the guard: nothing is read, Rd alone is written.
inline void planOfRd(spec::Register rd, spec::Plan* plan) {
  plan->excludesHelpers = 0;
  for (spec::Source& source : plan->source) {
    source.kind = spec::SourceKind::Absent;
    source.value = 0;
  }
  plan->sourcePredicate = spec::kTruePredicate;
  plan->sourcePredicateNegated = 0;
  plan->destination[0] = rd.index;
  plan->destination[1] = spec::kZeroRegister;
  plan->destinationPredicate = spec::kTruePredicate;
}

/// Sets all but the guard: nothing is read or written.
inline void planOfNothing(spec::Plan* plan) { planOfRd({spec::kZeroRegister}, plan); }

} // namespace warplaw::concrete
