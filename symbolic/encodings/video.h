// The encoding of VADD, VSUB, VABSDIFF, VMIN and VMAX, written from rules VID-1, -2, -6, -7 alone.
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

/// Ranges of the raw fields; a second operation or a merge, never both, and Rc exactly with one of them (VID-1, -2,
/// -7). Width 1.
Term isLegal(const VideoFormTerms& form);
Term isLegal(const VideoModifierTerms& modifiers);
/// What is seen by a second operation without .SAT (VID-7). Width 1.
Term isAllowed(const VideoChoiceTerms& choices);

/// What a form's datapath is told.
VideoModifierTerms videoModifiers(const VideoFormTerms& form);
/// Which operands a form reads and writes (VID-7); the guard is that of `before`.
PlanTerms videoPlan(const VideoFormTerms& form, const VideoChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
