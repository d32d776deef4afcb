// S2R's encoding, written from rules SR-1 (which registers), SR-2 (the lane masks) and SR-3 (thread numbers, the
// clock's words) alone.
#pragma once
#include "spec/instructions/s2r_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

WARPLAW_LANE_ENCODING(S2r, s2r, const SpecialInputTerms& inputs)

/// More than the threads of a legal CTA and their numbers need (SR-3).
inline constexpr unsigned kThreadNumberBits = 16;
/// The linear thread id of a lane (5 bits) of the warp: 32 bits. The row along x that it stands in, counted through all
/// planes: kThreadNumberBits. Its coordinates in the CTA (SR-3): 32 bits each.
Term linearThread(const SpecialInputTerms& inputs, Term lane);
Term threadRow(const SpecialInputTerms& inputs, Term lane);
std::array<Term, spec::kDimensions> threadOf(const SpecialInputTerms& inputs, Term lane);

} // namespace warplaw::symbolic
