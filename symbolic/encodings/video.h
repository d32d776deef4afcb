// The encoding of scalar video but VMAD, written from rules VID-1..7 alone.
#pragma once
#include "spec/instructions/video_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using VideoFormTerms = spec::VideoFormIn<AsTerms>;
using VideoModifierTerms = spec::VideoModifiersIn<AsTerms>;
using VideoChoiceTerms = spec::VideoChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `word` is what it fetched (spec::video_rows), `lane` (5 bits) does not
/// matter.
Term videoLane(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, Term lane, const LaneWords& word);

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

/// Ranges of the raw fields; what some mnemonics lack (VID-4, -5); a second operation or a merge, never both, and Rc
/// exactly with one of them (VID-7). Width 1.
Term isLegal(const VideoFormTerms& form);
Term isLegal(const VideoModifierTerms& modifiers);
/// What VSHL keeps (VID-5), what is seen by a second operation without .SAT (VID-7). Width 1.
Term isAllowed(const VideoChoiceTerms& choices);

/// What a form's datapath is told.
VideoModifierTerms videoModifiers(const VideoFormTerms& form);
/// Which operands a form reads and writes (VID-7); the guard is that of `before`.
PlanTerms videoPlan(const VideoFormTerms& form, const VideoChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
