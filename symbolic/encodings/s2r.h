// S2R's encoding, written from rules SR-1 (which registers), SR-2 (the lane masks) and SR-3 (thread numbers, the
// clock's words) alone.
#pragma once
#include "spec/instructions/s2r_fields.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

using S2rFormTerms = spec::S2rFormIn<AsTerms>;
using S2rModifierTerms = spec::S2rModifiersIn<AsTerms>;
using S2rChoiceTerms = spec::S2rChoicesIn<AsTerms>;

/// More than the threads of a legal CTA and their numbers need (SR-3).
inline constexpr unsigned kThreadNumberBits = 16;
/// The linear thread id of a lane (5 bits) of the warp: 32 bits. The row along x that it stands in, counted through all
/// planes: kThreadNumberBits. Its coordinates in the CTA (SR-3): 32 bits each.
Term linearThread(const SpecialInputTerms& inputs, Term lane);
Term threadRow(const SpecialInputTerms& inputs, Term lane);
std::array<Term, spec::kDimensions> threadOf(const SpecialInputTerms& inputs, Term lane);

/// The 32 bits of Rd of executing lane `lane` (5 bits); no word is read.
Term s2rLane(const S2rModifierTerms& modifiers, const S2rChoiceTerms& choices, Term lane, const LaneWords& word,
             const SpecialInputTerms& inputs);

/// Ranges of the raw fields (SR-1). Width 1.
Term isLegal(const S2rFormTerms& form);
Term isLegal(const S2rModifierTerms& modifiers);

/// What a form's datapath is told (SR-1).
S2rModifierTerms s2rModifiers(const S2rFormTerms& form);
/// Which operands a form reads (none) and writes; the guard is that of `before`.
PlanTerms s2rPlan(const S2rFormTerms& form, const S2rChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
