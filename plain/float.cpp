#include "plain/float.h"
#include <algorithm>

namespace warplaw::plain {
namespace {

/// Those of MPFR's, whose significands lie in [1/2, 1), while it lives.
class ExponentRange {
public:
  explicit ExponentRange(const Format& format) : least(mpfr_get_emin()), greatest(mpfr_get_emax()) {
    mpfr_set_emin(3 - format.bias() - static_cast<long>(format.precision));
    mpfr_set_emax(format.bias() + 1);
  }
  ExponentRange(const ExponentRange&) = delete;
  ExponentRange& operator=(const ExponentRange&) = delete;
  ~ExponentRange() {
    mpfr_set_emin(least);
    mpfr_set_emax(greatest);
  }

private:
  mpfr_exp_t least;
  mpfr_exp_t greatest;
};

Integer exponentField(const Integer& x, const Format& format) {
  return bits(x, format.fractionBits(), format.exponentBits);
}

Integer fraction(const Integer& x, const Format& format) { return bits(x, 0, format.fractionBits()); }

bool hasGreatestExponent(const Integer& x, const Format& format) {
  return exponentField(x, format) == power(format.exponentBits) - 1;
}

/// Without its sign.
void setFinite(Real& real, const Integer& x, const Format& format) {
  const auto exponent = static_cast<long>(exponentField(x, format));
  const Integer significand = fraction(x, format) + (exponent == 0 ? Integer(0) : power(format.fractionBits()));
  mpfr_set_ui(real, static_cast<unsigned long>(significand), MPFR_RNDN);
  const long unit = std::max(exponent, 1L) - format.bias() - static_cast<long>(format.fractionBits());
  mpfr_mul_2si(real, real, unit, MPFR_RNDN);
}

/// The bits of a finite number other than 0, without its sign.
Integer finiteBits(const Real& x, const Format& format) {
  const long exponent = std::max<long>(mpfr_get_exp(x) - 1, 1 - format.bias());
  Real significand;
  mpfr_abs(significand, x, MPFR_RNDN);
  mpfr_mul_2si(significand, significand, static_cast<long>(format.fractionBits()) - exponent, MPFR_RNDN);
  // The bit before the point counts as one in the exponent's field.
  return Integer(exponent + format.bias() - 1) * power(format.fractionBits()) + integerOf(significand);
}

} // namespace

Format formatOf(const Type& type) {
  if (type.kind == spec::scalar::Kind::BrainFloat)
    return {8, 8, 0x7fff};
  if (type.bits == 16)
    return {11, 5, 0x7fff};
  if (type.bits == 32)
    return {24, 8, 0x7fffffff};
  return {53, 11, 0x7ff8000000000000};
}

bool isNegative(const Integer& x, const Format& format) { return bit(x, format.signBit()); }

Integer magnitude(const Integer& x, const Format& format) { return bits(x, 0, format.signBit()); }

Integer withSign(const Integer& x, bool negative, const Format& format) {
  return magnitude(x, format) + (negative ? power(format.signBit()) : Integer(0));
}

bool isNaN(const Integer& x, const Format& format) {
  return hasGreatestExponent(x, format) && fraction(x, format) != 0;
}

bool isInfinite(const Integer& x, const Format& format) {
  return hasGreatestExponent(x, format) && fraction(x, format) == 0;
}

bool isSubnormal(const Integer& x, const Format& format) {
  return exponentField(x, format) == 0 && fraction(x, format) != 0;
}

Integer flushed(const Integer& x, const Format& format) {
  return isSubnormal(x, format) ? withSign(0, isNegative(x, format), format) : x;
}

Real realOf(const Integer& x, const Format& format) {
  Real real;
  if (isNaN(x, format))
    mpfr_set_nan(real);
  else if (isInfinite(x, format))
    mpfr_set_inf(real, 1);
  else
    setFinite(real, x, format);
  mpfr_setsign(real, real, isNegative(x, format), MPFR_RNDN);
  return real;
}

Real realOf(const Integer& x) {
  Real real;
  mpfr_set_ui(real, static_cast<unsigned long>(Integer(abs(x))), MPFR_RNDN);
  if (x < 0)
    mpfr_neg(real, real, MPFR_RNDN);
  return real;
}

Integer integerOf(const Real& x) {
  if (mpfr_zero_p(x))
    return 0;
  // |x| is its first 64 bits, a whole number, times a power of two; where that is below 1 it divides them.
  const long shift = mpfr_get_exp(x) - 64;
  Real first;
  mpfr_abs(first, x, MPFR_RNDN);
  mpfr_mul_2si(first, first, -shift, MPFR_RNDN);
  const Integer whole = mpfr_get_ui(first, MPFR_RNDN);
  const Integer size = shift < 0 ? floorQuotient(whole, power(static_cast<unsigned>(-shift)))
                                 : Integer(whole * power(static_cast<unsigned>(shift)));
  return mpfr_signbit(x) ? Integer(-size) : size;
}

Integer bitsOf(const Real& x, const Format& format) {
  if (mpfr_nan_p(x))
    return format.nan;
  const Integer size = mpfr_inf_p(x) ? format.infinity() : mpfr_zero_p(x) ? Integer(0) : finiteBits(x, format);
  return withSign(size, mpfr_signbit(x), format);
}

void fit(Real& x, int ternary, mpfr_rnd_t way, const Format& format) {
  const ExponentRange range(format);
  const int inRange = mpfr_check_range(x, ternary, way);
  mpfr_subnormalize(x, inRange, way);
}

} // namespace warplaw::plain
