// What surrounds a warp as terms: which special inputs and barriers a machine can hold, and what the rules call a CTA's
// threads and warps (SR-1, SR-3, BAR-1, BAR-2, BAR-4).
#pragma once
#include "spec/surrounding_cells_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using SpecialInputTerms = spec::SpecialInputsIn<AsTerms>;
using CounterTerms = spec::CountersIn<AsTerms>;
using BarrierTerms = spec::BarriersIn<AsTerms>;

/// Width 1. Nothing is said of surroundings where it does not hold.
Term isLegal(const SpecialInputTerms& inputs);
Term isLegal(const CounterTerms& counters); ///< always
Term isLegal(const BarrierTerms& barriers);

/// The threads of the CTA (SR-3) and its warps, the last one counted whole (BAR-1): 32 bits, of legal inputs.
Term threadsOf(const SpecialInputTerms& inputs);
Term warpsOf(const SpecialInputTerms& inputs);

/// How many bits are set, as wide as the mask.
Term populationOf(Term mask);

} // namespace warplaw::symbolic
