// VMAD's encoding, written from rules VID-1 and VID-8 alone.
#pragma once
#include "spec/instructions/vmad_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

WARPLAW_LANE_ENCODING(Vmad, vmad)

inline constexpr unsigned kVmadWidth = 128; ///< of the product and all that follows: 66 bits would hold both

/// How c is extended, what .SAT clamps (VID-8). Width 1.
Term isAllowed(const VmadChoiceTerms& choices);

} // namespace warplaw::symbolic
