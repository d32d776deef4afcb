// Parts of a word as terms (VID-1, VID-7), saturation of signed numbers (VID-6, VID-8).
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::Part;

struct Place {
  Part part;
  unsigned high, low;
};
constexpr Place kNarrow[] = {{Part::B0, 7, 0},   {Part::B1, 15, 8}, {Part::B2, 23, 16},
                             {Part::B3, 31, 24}, {Part::H0, 15, 0}, {Part::H1, 31, 16}};

} // namespace

Term extended(Term value, Term isSigned, unsigned width) { return isSigned.ite(value.sext(width), value.zext(width)); }

Term videoOperand(Term word, Term part, Term isSigned) {
  Term operand = extended(word, isSigned, 33);
  for (const Place& place : kNarrow)
    operand = is(part, place.part).ite(extended(word.extract(place.high, place.low), isSigned, 33), operand);
  return operand;
}

Term merged(Term word, Term part, Term value) {
  Terms& terms = word.terms();
  const Term low = value.extract(31, 0);
  Term result = low;
  for (const Place& place : kNarrow) {
    const Bits field = onesOf(place.high + 1) & ~onesOf(place.low);
    const Term moved = low.shl(terms.constant(32, place.low));
    result = is(part, place.part).ite((moved & field) | (word & (onesOf(32) & ~field)), result);
  }
  return result;
}

VideoRange videoRange(unsigned bits, Term isSigned, unsigned width) {
  const auto number = [&](Bits value) { return isSigned.terms().constant(width, value & onesOf(width)); };
  return {isSigned.ite(number(~onesOf(bits - 1)), number(0)),
          isSigned.ite(number(onesOf(bits - 1)), number(onesOf(bits)))};
}

VideoRange videoRange(Term part, Term isSigned, unsigned width) {
  VideoRange range = videoRange(32, isSigned, width);
  for (const Place& place : kNarrow) {
    const Term narrow = is(part, place.part);
    const VideoRange own = videoRange(place.high - place.low + 1, isSigned, width);
    range = {narrow.ite(own.least, range.least), narrow.ite(own.greatest, range.greatest)};
  }
  return range;
}

Term clamped(Term value, const VideoRange& range) {
  return value.slt(range.least).ite(range.least, range.greatest.slt(value).ite(range.greatest, value));
}

Term isLegalPart(Term part) { return atMost(part, static_cast<Bits>(Part::H1)); }

} // namespace warplaw::symbolic
