// What surrounds a warp as terms: which special inputs, barriers and generic regions a machine can hold, what the rules
// call a CTA's threads and warps, and where an address lies (SR-1, SR-3, BAR-1, BAR-2, BAR-4, RED-4, RED-5); which
// surfaces there can be (SURED-4..8), which lanes can have exited (SYNC-1).
#pragma once
#include "spec/surrounding_cells_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using SpecialInputTerms = spec::SpecialInputsIn<AsTerms>;
using CounterTerms = spec::CountersIn<AsTerms>;
using BarrierTerms = spec::BarriersIn<AsTerms>;
using GenericRegionTerms = spec::GenericRegionsIn<AsTerms>;
using SurfaceTerms = spec::SurfacesIn<AsTerms>;
using ExitedLaneTerms = spec::ExitedLanesIn<AsTerms>;

/// Width 1. Nothing is said of surroundings where it does not hold.
Term isLegal(const SpecialInputTerms& inputs);
Term isLegal(const CounterTerms& counters); ///< always
Term isLegal(const BarrierTerms& barriers);
Term isLegal(const GenericRegionTerms& regions);
Term isLegal(const SurfaceTerms& surfaces);  ///< in texture_header.cpp
Term isLegal(const ExitedLaneTerms& exited); ///< always

/// One region of generic memory (RED-5): where it stands, which bytes of the storage are its.
struct GenericRegion {
  Term base;  ///< 64 bits: the address of its first byte
  Term first; ///< 32 bits: the place in the storage of its first byte
  Term bytes; ///< 32 bits: how many; 0: there is no such region
};
GenericRegion regionOf(const GenericRegionTerms& regions, unsigned r);

/// Does this generic address (64 bits) lie in the Local or the Shared window (RED-4)? Width 1, of legal inputs.
Term isInWindow(const SpecialInputTerms& inputs, Term address);

/// The threads of the CTA (SR-3) and its warps, the last one counted whole (BAR-1): 32 bits, of legal inputs.
Term threadsOf(const SpecialInputTerms& inputs);
Term warpsOf(const SpecialInputTerms& inputs);

/// How many bits are set, as wide as the mask.
Term populationOf(Term mask);

} // namespace warplaw::symbolic
