// Arithmetic of floats and functions of one (PTX-30, PTX-32): what MPFR says, rounded once. Approximations give the
// value that is rounded correctly, within the error that PTX allows them.
#include "plain/scalar_floats.h"

namespace warplaw::plain {

mpfr_rnd_t wayOf(const Call& call) {
  if (call.has("rz"))
    return MPFR_RNDZ;
  if (call.has("rm"))
    return MPFR_RNDD;
  return call.has("rp") ? MPFR_RNDU : MPFR_RNDN;
}

bool flushes(const Call& call, const Type& type) {
  return call.has("ftz") &&
         (call.sourceTypes[0] == call.type || (type.kind == spec::scalar::Kind::Float && type.bits == 32));
}

Integer floatSource(const Call& call, unsigned i) {
  const Type& type = call.sourceTypes[i];
  return flushes(call, type) ? flushed(call.source[i], formatOf(type)) : call.source[i];
}

Real realSource(const Call& call, unsigned i) { return realOf(floatSource(call, i), formatOf(call.sourceTypes[i])); }

namespace {

/// Into [+0, 1]: a NaN, what is negative, and -0 give +0.
Integer saturated(const Integer& x, const Format& format) {
  if (isNaN(x, format) || isNegative(x, format))
    return 0;
  return mpfr_cmp_ui(realOf(x, format), 1) > 0 ? format.one() : x;
}

/// What is negative, and -0, give +0.
Integer notNegative(const Integer& x, const Format& format) {
  return !isNaN(x, format) && isNegative(x, format) ? Integer(0) : x;
}

} // namespace

Integer finished(const Call& call, const Integer& bits) {
  const Format format = formatOf(call.type);
  if (call.has("sat"))
    return saturated(bits, format);
  return call.has("relu") ? notNegative(bits, format) : bits;
}

namespace rows {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <class Calculate> Integer computed(const Call& call, Calculate calculate) {
  return finished(call, rounded(formatOf(call.type), wayOf(call), calculate, flushes(call, call.type)));
}

Integer ofOne(const Call& call, Unary function) {
  const Real a = realSource(call, 0);
  return computed(call, [&](mpfr_ptr result, mpfr_rnd_t way) { return function(result, a, way); });
}

Integer ofTwo(const Call& call, Binary function) {
  const Real a = realSource(call, 0);
  const Real b = realSource(call, 1);
  return computed(call, [&](mpfr_ptr result, mpfr_rnd_t way) { return function(result, a, b, way); });
}

Integer sum(const Call& call) { return ofTwo(call, mpfr_add); }
Integer difference(const Call& call) { return ofTwo(call, mpfr_sub); }
Integer product(const Call& call) { return ofTwo(call, mpfr_mul); }
Integer quotient(const Call& call) { return ofTwo(call, mpfr_div); }

Integer fused(const Call& call) {
  const Real a = realSource(call, 0);
  const Real b = realSource(call, 1);
  const Real c = realSource(call, 2);
  return computed(call, [&](mpfr_ptr result, mpfr_rnd_t way) { return mpfr_fma(result, a, b, c, way); });
}

int reciprocal(mpfr_ptr result, mpfr_srcptr a, mpfr_rnd_t way) { return mpfr_ui_div(result, 1, a, way); }

/// MPFR says +infinity of both zeros; PTX keeps the sign.
int reciprocalRoot(mpfr_ptr result, mpfr_srcptr a, mpfr_rnd_t way) {
  if (!mpfr_zero_p(a))
    return mpfr_rec_sqrt(result, a, way);
  mpfr_set_inf(result, mpfr_signbit(a) ? -1 : 1);
  return 0;
}

/// Sign, 11 bits of exponent, 20 of fraction.
Format upperFormat() { return {21, 11, 0x7fffffff}; }

/// From the upper half of an f64 to the upper half of the result. `.ftz` is always written.
Integer ofUpper(const Call& call, Unary function) {
  const Format format = upperFormat();
  const Real a = realOf(flushed(bits(call.a(), 32, 32), format), format);
  return rounded(
             format, MPFR_RNDN, [&](mpfr_ptr result, mpfr_rnd_t way) { return function(result, a, way); }, true) *
         power(32);
}

/// Above 2^126 and below infinity, where the reciprocal of a divisor is subnormal.
bool isHugeDivisor(const Integer& x, const Format& format) {
  return magnitude(x, format) > Integer(126 + format.bias()) * power(format.fractionBits()) &&
         magnitude(x, format) < format.infinity();
}

/// A quotient by a huge divisor: NaN of infinity, otherwise a zero of the quotient's sign.
Integer byHugeDivisor(const Integer& a, const Integer& b, const Format& format) {
  if (isInfinite(a, format) || isNaN(a, format))
    return format.nan;
  return withSign(0, isNegative(a, format) != isNegative(b, format), format);
}

} // namespace

Integer addFloat(const Call& call) { return sum(call); }
Integer addDouble(const Call& call) { return sum(call); }
Integer addHalf(const Call& call) { return sum(call); }
Integer addBrain(const Call& call) { return sum(call); }
Integer subFloat(const Call& call) { return difference(call); }
Integer subDouble(const Call& call) { return difference(call); }
Integer subHalf(const Call& call) { return difference(call); }
Integer subBrain(const Call& call) { return difference(call); }
Integer mulFloat(const Call& call) { return product(call); }
Integer mulDouble(const Call& call) { return product(call); }
Integer mulHalf(const Call& call) { return product(call); }
Integer mulBrain(const Call& call) { return product(call); }
Integer fmaFloat(const Call& call) { return fused(call); }
Integer fmaDouble(const Call& call) { return fused(call); }
Integer fmaHalf(const Call& call) { return fused(call); }
Integer fmaBrain(const Call& call) { return fused(call); }
Integer madFloat(const Call& call) { return fused(call); }
Integer madDouble(const Call& call) { return fused(call); }
Integer divFloat(const Call& call) { return quotient(call); }
Integer divDouble(const Call& call) { return quotient(call); }
Integer rcpFloat(const Call& call) { return ofOne(call, reciprocal); }
Integer rcpDouble(const Call& call) { return ofOne(call, reciprocal); }
Integer rcpApprox(const Call& call) { return ofOne(call, reciprocal); }
Integer sqrtFloat(const Call& call) { return ofOne(call, mpfr_sqrt); }
Integer sqrtDouble(const Call& call) { return ofOne(call, mpfr_sqrt); }
Integer sqrtApprox(const Call& call) { return ofOne(call, mpfr_sqrt); }
Integer rsqrtApprox(const Call& call) { return ofOne(call, reciprocalRoot); }
Integer rsqrtDouble(const Call& call) { return ofOne(call, reciprocalRoot); }
Integer rcpUpper(const Call& call) { return ofUpper(call, reciprocal); }
Integer rsqrtUpper(const Call& call) { return ofUpper(call, reciprocalRoot); }
Integer sin(const Call& call) { return ofOne(call, mpfr_sin); }
Integer cos(const Call& call) { return ofOne(call, mpfr_cos); }
Integer lg2(const Call& call) { return ofOne(call, mpfr_log2); }
Integer ex2Float(const Call& call) { return ofOne(call, mpfr_exp2); }
Integer ex2Half(const Call& call) { return ofOne(call, mpfr_exp2); }
Integer ex2Brain(const Call& call) { return ofOne(call, mpfr_exp2); }
Integer tanh(const Call& call) { return ofOne(call, mpfr_tanh); }

Integer divApprox(const Call& call) {
  const Format format = formatOf(call.type);
  const Integer b = floatSource(call, 1);
  if (call.has("approx") && isHugeDivisor(b, format))
    return byHugeDivisor(floatSource(call, 0), b, format);
  return quotient(call);
}

} // namespace rows
} // namespace warplaw::plain
