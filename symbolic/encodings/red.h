// RED's encoding, written from rules RED-1..7, MACH-3, -7, -8 alone: where a lane's access goes and what is wrong with
// it, one step on one element, the plan of a form's operands. How lanes follow one another, which is for each element
// its own order (RED-6), is not here: theorems say that, and fold nothing over 32 lanes.
#pragma once
#include "spec/instructions/red_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

/// Legal pairs of operation and size, registers and offsets (RED-1, RED-2, MACH-3). A plan reads, helpers excluded
/// (RED-2, MACH-3, MACH-7); it writes nothing (RED-6).
WARPLAW_ENCODING(Red, red)

/// Is an access of this spec::RedSize, a term as wide as it comes, one of 8 bytes? Otherwise 4. Width 1.
Term redIsWide(Term size);

Term redBytes(Term size); ///< of an access: 32 bits
/// Are so many bytes from an address (64 bits) on all in the region, and where they stand then in the storage (RED-5).
Term redIsInside(const GenericRegion& region, Term address, Term bytes);
Term redPlaceIn(const GenericRegion& region, Term address);
/// The place of bytes in the one region that has all of them.
struct RedPlaced {
  Term isInside; ///< width 1: wholly inside one region
  Term place;    ///< 32 bits, where it is
};
RedPlaced redPlaceOf(const GenericRegionTerms& regions, Term address, Term bytes);

/// One thing that may be wrong with a lane.
struct RedFault {
  Term holds; ///< width 1
  spec::ErrorKind kind;
};
/// The kind (8 bits) of the first that holds, from `reported` on and around; None if none does. reported: below 3.
Term redReported(const std::array<RedFault, 3>& faults, Term reported);

/// One lane before any access (RED-2..5, MACH-8).
struct RedReach {
  Term address;  ///< 64 bits; those above 40 are 0 where they do not count (RED-2)
  Term place;    ///< 32 bits: its first byte in the storage of generic memory, where it performs
  Term error;    ///< 8 bits: spec::ErrorKind, None outside exec
  Term performs; ///< width 1: executes and has no error
};
/// lane: 5 bits; executes: width 1; baseLow, baseHigh: the lane's words of Ra, 32 bits; baseHigh counts only under .E.
/// Modifiers, regions and inputs are legal, and choices allowed.
RedReach redReach(const RedModifierTerms& modifiers, const RedChoiceTerms& choices, Term lane, Term executes,
                  Term baseLow, Term baseHigh, const GenericRegionTerms& regions, const SpecialInputTerms& inputs);

/// What op leaves in memory, of one element (RED-6, RED-7): memory and operand are as wide as it, 16 bits of F16x2 (a
/// half), otherwise 32 or 64. unlikeZeros: the choice, 32 bits; nan: redNan of the lane. op and size: a legal pair.
Term redStep(spec::RedOp op, spec::RedSize size, Term memory, Term operand, Term unlikeZeros, Term nan);

/// The NaN that this lane's F64 sum gives where it is one (RED-7): 64 bits. lane: 5 bits.
Term redNan(const RedChoiceTerms& choices, Term lane);

/// Numbers in their ranges, NaNs that are some (RED-2, RED-7, MACH-8). That orders are permutations is not said here.
Term isAllowed(const RedChoiceTerms& choices);

} // namespace warplaw::symbolic
