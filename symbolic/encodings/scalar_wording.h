// Turns of phrase of the rules of scalar operations, as terms: "the upper half of the product", "clamped to the range".
// For encodings and their wrong readings alone.
#pragma once
#include "symbolic/encodings/float_words.h"
#include "symbolic/encodings/scalar.h"
#include <algorithm>
#include <type_traits>

namespace warplaw::symbolic::scalar {

inline Term number(Term like, unsigned width, Bits value) { return like.terms().constant(width, value); }
inline Term isZero(Term value) { return value.eq(Bits(0)); }
inline Term isNegative(Term value) { return value.bit(value.width() - 1); }

inline Term extended(bool isSigned, Term value, unsigned width) {
  return isSigned ? value.sext(width) : value.zext(width);
}
inline Term less(bool isSigned, Term a, Term b) { return isSigned ? a.slt(b) : a.ult(b); }
inline Term lowerHalf(Term value) { return value.extract(value.width() / 2 - 1, 0); }
inline Term upperHalf(Term value) { return value.extract(value.width() - 1, value.width() / 2); }

/// A signed number, clamped to the range of a type that is narrower.
inline Term clamped(Term value, bool isSigned, unsigned width) {
  const Bits greatest = onesOf(isSigned ? width - 1 : width);
  const Term high = number(value, value.width(), greatest);
  const Term low = number(value, value.width(), isSigned ? onesOf(value.width()) ^ greatest : 0);
  return value.slt(low).ite(low, high.slt(value).ite(high, value)).extract(width - 1, 0);
}

/// a * b, twice as wide as T, so that nothing is lost.
inline Term wholeProduct(const Input& in, bool isSigned) {
  const unsigned width = 2 * in.width();
  return extended(isSigned, in.a(), width) * extended(isSigned, in.b(), width);
}
inline Term wholeProduct(const Input& in) { return wholeProduct(in, in.isSigned()); }
/// The half of the product that `.lo` or `.hi` names: the first group of modifiers.
inline Term halfOfProduct(const Input& in, bool isSigned) {
  const Term product = wholeProduct(in, isSigned);
  return in.modeName(0) == "hi" ? upperHalf(product) : lowerHalf(product);
}
inline Term halfOfProduct(const Input& in) { return halfOfProduct(in, in.isSigned()); }

/// A shift by any amount of 32 bits. Past the width nothing of the value is left, but for its sign.
inline Term shiftedLeft(Term value, Term amount) {
  const unsigned width = std::max(value.width(), amount.width());
  return value.zext(width).shl(amount.zext(width)).extract(value.width() - 1, 0);
}
inline Term shiftedRight(bool isSigned, Term value, Term amount) {
  const unsigned width = std::max(value.width(), amount.width());
  const Term wide = extended(isSigned, value, width), by = amount.zext(width);
  return (isSigned ? wide.ashr(by) : wide.lshr(by)).extract(value.width() - 1, 0);
}

/// The value's lowest `count` bits (a term of 32 bits), extended; all of it from its width on, and 0 where count is 0.
inline Term lowest(bool isSigned, Term value, Term count) {
  const Term width = number(count, 32, value.width());
  const Term above = count.ult(width).ite(width - count, number(count, 32, 0));
  return shiftedRight(isSigned, shiftedLeft(value, above), above);
}
/// `count` ones from bit `start` on (terms of 32 bits), as many as there is room for.
inline Term onesFrom(unsigned width, Term start, Term count) {
  const Term all = number(start, width, onesOf(width));
  return shiftedLeft(~shiftedLeft(all, count), start);
}

/// The place of the highest bit that is 1, as 32 bits; all ones where there is none.
inline Term highestOne(Term value) {
  Term found = number(value, 32, 0xffffffff);
  for (unsigned i = 0; i < value.width(); ++i) // the higher ones decide last
    found = value.bit(i).ite(number(value, 32, i), found);
  return found;
}
inline Term reversed(Term value) {
  Term all = value.bit(value.width() - 1);
  for (unsigned i = value.width() - 1; i-- > 0;) // from the right, to which concatenations lean
    all = value.bit(i).concat(all);
  return all;
}

/// Applies ofParts to each part of a packed type by itself; any other type is one part. It takes the parts of the
/// first source, of two, or of three.
template <class OfParts> Term eachPart(const Input& in, OfParts ofParts) {
  Term all;
  for (unsigned low = 0, bits = in.type().bits; low < in.width(); low += bits) {
    const auto part = [&](Term whole) { return whole.extract(low + bits - 1, low); };
    Term one;
    if constexpr (std::is_invocable_v<OfParts, Term>)
      one = ofParts(part(in.a()));
    else if constexpr (std::is_invocable_v<OfParts, Term, Term>)
      one = ofParts(part(in.a()), part(in.b()));
    else
      one = ofParts(part(in.a()), part(in.b()), part(in.c()));
    all = all ? one.concat(all) : one;
  }
  return all;
}

/// Is this modifier written, in whichever group it stands?
inline bool says(const Input& in, std::string_view modifier) {
  for (unsigned group = 0; group < in.form.operation->groups.size(); ++group)
    if (in.modeName(group) == modifier)
      return true;
  return false;
}

/// How the numbers of a type of floats lie in its parts.
inline FloatFormat formatOf(const spec::scalar::Type& type) {
  return type.kind == spec::scalar::Kind::BrainFloat ? FloatFormat{16, 7} : floatFormat(type.bits);
}
inline FloatFormat formatOf(const Input& in) { return formatOf(in.type()); }

/// A zero of its sign for a subnormal number, as .ftz says.
inline Term flushed(FloatFormat format, Term value) { return isSubnormal(format, value).ite(signAlone(value), value); }
/// What operations give that make a NaN: all ones but the sign; of f64 the quiet one without a payload (PTX-30).
inline Term canonicalNan(FloatFormat format, Term like) {
  const Bits quiet = format.infinity() | Bits{1} << (format.fraction - 1);
  return number(like, format.width, format.width == 64 ? quiet : format.nan());
}

} // namespace warplaw::symbolic::scalar
