// The encoding of scalar video but VMAD, written from rules VID-1..7 alone.
#pragma once
#include "spec/instructions/video_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

WARPLAW_LANE_ENCODING(Video, video)

// Its steps.
inline constexpr unsigned kVideoWidth = 68; ///< a number of 33 bits shifted by 32 has 65, a sum of it and c one more
/// a and b, signed numbers of kVideoWidth bits (VID-1).
struct VideoOperands {
  Term a, b;
};
VideoOperands videoOperands(const VideoModifierTerms& modifiers, const LaneWords& word);
/// What is computed of them, before .SAT, the second operation and the merge (VID-2..5).
Term videoResult(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, const VideoOperands& operands);
/// What Rd receives of that (VID-6, -7).
Term videoFinished(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, const LaneWords& word,
                   Term exact);

/// What VSHL keeps (VID-5), what is seen by a second operation without .SAT (VID-7). Width 1.
Term isAllowed(const VideoChoiceTerms& choices);

} // namespace warplaw::symbolic
