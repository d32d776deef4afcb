// The encoding of SIMD video, written from rules VID-9..11 alone. A lane of a word is a half or a byte of it.
#pragma once
#include "spec/instructions/vsimd_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using VsimdFormTerms = spec::VsimdFormIn<AsTerms>;
using VsimdModifierTerms = spec::VsimdModifiersIn<AsTerms>;
using VsimdChoiceTerms = spec::VsimdChoicesIn<AsTerms>;

inline constexpr unsigned kVsimdWidth = 20; ///< of what is computed of two lanes: the sum of two of 17 bits has 18

/// Lane `lane` of an operand of `count` lanes: that of {b, a} which the selector names, as a signed number of one bit
/// more than a lane has (VID-9). `selector`: spec::SelectedLanes::lanes, 32 bits.
Term selectedLane(Term selector, unsigned lane, unsigned count, Term a, Term b, Term isSigned);

/// The 32 bits of Rd of an executing thread; `word` is what it fetched (spec::video_rows), `thread` (5 bits) does not
/// matter.
Term vsimdLane(const VsimdModifierTerms& modifiers, const VsimdChoiceTerms& choices, Term thread,
               const LaneWords& word);

/// Ranges of the raw fields: a mask is not empty, a selector names lanes that there are (VID-9); what VSET lacks
/// (VID-4, -10); never both .SAT and .ADD (VID-10). Width 1.
Term isLegal(const VsimdFormTerms& form);
Term isLegal(const VsimdModifierTerms& modifiers);

/// What a form's datapath is told.
VsimdModifierTerms vsimdModifiers(const VsimdFormTerms& form);
/// Which operands a form reads and writes (VID-9); the guard is that of `before`.
PlanTerms vsimdPlan(const VsimdFormTerms& form, const VsimdChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
