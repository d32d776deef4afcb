// PMTRIG's encoding, written from rules PM-1 and PM-2 alone.
#pragma once
#include "spec/instructions/pmtrig_fields.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

using PmtrigFormTerms = spec::PmtrigFormIn<AsTerms>;
using PmtrigModifierTerms = spec::PmtrigModifiersIn<AsTerms>;
using PmtrigChoiceTerms = spec::PmtrigChoicesIn<AsTerms>;

/// What the counters are after a warp triggered those of `mask`; exec: 32 bits (PM-1).
CounterTerms triggered(const CounterTerms& counters, Term mask, Term exec);

/// The whole datapath: `counters` before in, after out; of the warp nothing is written.
ResultTerms pmtrigEncoding(const PmtrigModifierTerms& modifiers, const OperandTerms& operands,
                           const PmtrigChoiceTerms& choices, const ResultTerms& before, CounterTerms& counters);

/// Any mask of 16 bits (PM-2). Width 1.
Term isLegal(const PmtrigFormTerms& form);
Term isLegal(const PmtrigModifierTerms& modifiers);

PmtrigModifierTerms pmtrigModifiers(const PmtrigFormTerms& form);
/// Nothing is read or written; the guard is that of `before`.
PlanTerms pmtrigPlan(const PmtrigFormTerms& form, const PmtrigChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
