// What all scalar video instructions share: a part of a word as a number (VID-1), and saturation (VID-6, VID-8).
#pragma once
#include "spec/video_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

/// `value` as a number of `width` bits, sign-extended where `isSigned` (width 1) holds, else zero-extended.
Term extended(Term value, Term isSigned, unsigned width);

/// The part of a 32-bit word that a selector (32 bits, spec::Part) names, as a signed number of 33 bits (VID-1).
Term videoOperand(Term word, Term part, Term isSigned);

/// The part of `word` that the selector names replaced by the low bits of `value`; all of it by the low 32 bits where
/// the selector names the whole word (VID-7).
Term merged(Term word, Term part, Term value);

/// The numbers of `bits` bits, as signed ones of `width` bits.
struct VideoRange {
  Term least, greatest;
};
VideoRange videoRange(unsigned bits, Term isSigned, unsigned width);
/// As many bits as the part that a selector names.
VideoRange videoRange(Term part, Term isSigned, unsigned width);

/// The number of the range that is nearest to `value`, which is signed.
Term clamped(Term value, const VideoRange& range);

/// VID-1 of a selector as wide as it comes.
Term isLegalPart(Term part);

} // namespace warplaw::symbolic
