// Floats: their bits as numbers, and real numbers that are rounded to them once. MPFR calculates; infinities, NaN and
// the signs of zeros are its own, as IEEE 754 has them.
#pragma once
#include "plain/integer.h"
#include <mpfr.h>

namespace warplaw::plain {

/// From the lowest bit: fraction, exponent, sign.
struct Format {
  unsigned precision; ///< bits of a significand, that before the point included
  unsigned exponentBits;
  Integer nan; ///< the canonical one

  unsigned fractionBits() const { return precision - 1; }
  unsigned signBit() const { return fractionBits() + exponentBits; }
  long bias() const { return (1L << (exponentBits - 1)) - 1; }
  Integer infinity() const { return (power(exponentBits) - 1) * power(fractionBits()); } ///< the positive one
  Integer one() const { return Integer(bias()) * power(fractionBits()); }
};
Format formatOf(const Type& type);

// What bits say.
bool isNegative(const Integer& x, const Format& format); ///< the sign bit, also of a zero or a NaN
Integer magnitude(const Integer& x, const Format& format);
Integer withSign(const Integer& x, bool negative, const Format& format);
bool isNaN(const Integer& x, const Format& format);
bool isInfinite(const Integer& x, const Format& format);
bool isSubnormal(const Integer& x, const Format& format);
/// A subnormal number is a zero of its sign.
Integer flushed(const Integer& x, const Format& format);

/// A number of MPFR's.
class Real {
public:
  explicit Real(unsigned precision = 64) { mpfr_init2(number, precision); }
  Real(const Real& from) : Real(static_cast<unsigned>(mpfr_get_prec(from.number))) {
    mpfr_set(number, from, MPFR_RNDN);
  }
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(number); }
  operator mpfr_ptr() { return number; }          // NOLINT: it is one
  operator mpfr_srcptr() const { return number; } // NOLINT

private:
  mpfr_t number;
};

Real realOf(const Integer& x, const Format& format);
/// An integer of at most 64 bits.
Real realOf(const Integer& x);
/// x is an integer.
Integer integerOf(const Real& x);
/// The bits of a number that the format has.
Integer bitsOf(const Real& x, const Format& format);

/// Brings a result into the format's range: `ternary` says on which side of the exact value it lies, so that it is
/// rounded once in all.
void fit(Real& x, int ternary, mpfr_rnd_t way, const Format& format);

/// What `calculate(result, way)` says, rounded once: it returns MPFR's ternary value.
/// `isFlushed`: where its precision alone, without a least exponent, makes it smaller than the least normal number it
/// is 0 (PTX-30).
template <class Calculate>
Integer rounded(const Format& format, mpfr_rnd_t way, Calculate calculate, bool isFlushed = false) {
  Real result(format.precision);
  const int ternary = calculate(static_cast<mpfr_ptr>(result), way);
  if (isFlushed && mpfr_regular_p(result) &&
      mpfr_get_exp(result) < 2 - format.bias()) // it lies in [1/2, 1) times 2^exp
    return withSign(0, mpfr_signbit(result), format);
  fit(result, ternary, way, format);
  return bitsOf(result, format);
}

} // namespace warplaw::plain
