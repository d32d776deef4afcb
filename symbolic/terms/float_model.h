// FloatAdd and FloatLess in integers, written once over two kinds of word: constants, where they are the meaning of
// those operations, and terms, which are what is compiled and what solvers compare with their own theory of floats.
#pragma once
#include "symbolic/terms/float_format.h"
#include <bit>
#include <cstdint>
#include <type_traits>

namespace warplaw::symbolic {

/// A constant word with a term's operations; of width 1, a truth value.
template <unsigned Width> struct PlainWord {
  using Number = std::conditional_t<
      Width == 64, std::uint64_t,
      std::conditional_t<Width == 32, std::uint32_t, std::conditional_t<Width == 16, std::uint16_t, bool>>>;
  Number bits;

  static constexpr unsigned width() { return Width; }
  constexpr PlainWord operator+(PlainWord b) const { return of(bits + b.bits); }
  constexpr PlainWord operator-(PlainWord b) const { return of(bits - b.bits); }
  constexpr PlainWord operator&(PlainWord b) const { return of(bits & b.bits); }
  constexpr PlainWord operator|(PlainWord b) const { return of(bits | b.bits); }
  constexpr PlainWord operator^(PlainWord b) const { return of(bits ^ b.bits); }
  constexpr PlainWord operator~() const { return of(bits ^ static_cast<Number>(onesOf(Width))); }
  constexpr PlainWord shl(PlainWord n) const { return n.bits < Width ? of(bits << n.bits) : of(0); }
  constexpr PlainWord lshr(PlainWord n) const { return n.bits < Width ? of(bits >> n.bits) : of(0); }
  constexpr PlainWord<1> eq(PlainWord b) const { return {bits == b.bits}; }
  constexpr PlainWord<1> ult(PlainWord b) const { return {bits < b.bits}; }
  template <class Word> constexpr Word ite(Word whenTrue, Word whenFalse) const { return bits ? whenTrue : whenFalse; }

private:
  template <class Wide> static constexpr PlainWord of(Wide wide) { return {static_cast<Number>(wide)}; }
};

template <unsigned Width> constexpr PlainWord<Width> sameWidth(PlainWord<Width>, Bits value) {
  return {static_cast<typename PlainWord<Width>::Number>(value)};
}
inline Term sameWidth(Term word, Bits value) { return word.terms().constant(word.width(), value); }

/// The word is not 0.
template <unsigned Width> constexpr PlainWord<Width> leadingZeros(PlainWord<Width> word) {
  return sameWidth(word, static_cast<Bits>(std::countl_zero(word.bits)));
}
Term leadingZeros(Term word);

/// Two words of 16, 32 or 64 bits. No loop, no branch: a sum in which the lesser number is shifted to the greater's
/// exponent, what is shifted out leaving one sticky bit, is shifted back to its leading bit and rounded once.
template <class Word> constexpr Word floatSum(Word a, Word b) {
  const FloatFormat format = floatFormat(a.width());
  const auto k = [a](Bits value) { return sameWidth(a, value); };
  const Word zero = k(0), one = k(1), fraction = k(format.fraction), magnitude = k(format.magnitude());
  const auto swaps = (a & magnitude).ult(b & magnitude);
  const Word greater = swaps.ite(b, a), lesser = swaps.ite(a, b);
  const Word high = greater & magnitude, low = lesser & magnitude;
  const auto unlike = ~((a ^ b) & k(format.sign())).eq(zero);

  // Denormals have the exponent 1, as the least normals. Below a significand are a guard, a round and a sticky bit.
  constexpr unsigned kBelow = 3;
  const auto exponentOf = [&](Word size) {
    const Word field = size.lshr(fraction);
    return field.eq(zero).ite(one, field);
  };
  const auto significandOf = [&](Word size) {
    const Word hidden = size.lshr(fraction).eq(zero).ite(zero, k(Bits{1} << format.fraction));
    return ((size & k(onesOf(format.fraction))) | hidden).shl(k(kBelow));
  };
  const Word exponent = exponentOf(high), distance = exponent - exponentOf(low), whole = significandOf(low);
  const Word shifted = whole.lshr(distance);
  const Word aligned = shifted | shifted.shl(distance).eq(whole).ite(zero, one);
  const Word total = unlike.ite(significandOf(high) - aligned, significandOf(high) + aligned);

  // The leading bit goes where a carry would be, one above the hidden bit, unless the exponent ends before: a denormal.
  const unsigned places = format.fraction + 1 + kBelow + 1;
  const Word missing = leadingZeros(total) - k(format.width - places);
  const Word up = missing.ult(exponent).ite(missing, exponent);
  const Word normal = total.shl(up);
  const Word last = normal.lshr(k(kBelow + 1)) & one;
  const Word rounded = (normal + k(onesOf(kBelow)) + last).lshr(k(kBelow + 1)); // to nearest, ties to even
  // The hidden bit counts as one more in the exponent's field, a carry out of the fraction as another.
  const Word size = (exponent - up).shl(fraction) + rounded;
  const Word infinity = k(format.infinity());
  const Word finite = size.ult(infinity).ite(size, infinity) | (greater & k(format.sign()));

  const auto isNan = infinity.ult(high) | (unlike & low.eq(infinity));
  const auto cancels = unlike & total.eq(zero);
  return isNan.ite(k(format.nan()), high.eq(infinity).ite(greater, cancels.ite(zero, finite)));
}

/// a < b, of width 1: false where either is a NaN, and of two zeros.
template <class Word> constexpr auto floatLess(Word a, Word b) {
  const FloatFormat format = floatFormat(a.width());
  const auto k = [a](Bits value) { return sameWidth(a, value); };
  const Word sizeA = a & k(format.magnitude()), sizeB = b & k(format.magnitude()), infinity = k(format.infinity());
  const auto isNan = infinity.ult(sizeA) | infinity.ult(sizeB);
  const auto negativeA = k(format.magnitude()).ult(a), negativeB = k(format.magnitude()).ult(b);
  const auto zeros = (sizeA | sizeB).eq(k(0));
  const auto less = negativeA.ite(negativeB.ite(sizeB.ult(sizeA), ~zeros), ~negativeB & sizeA.ult(sizeB));
  return ~isNan & less;
}

/// The same terms with every sum and comparison of floats in integers.
std::vector<Term> inIntegers(std::span<const Term> roots);

} // namespace warplaw::symbolic
