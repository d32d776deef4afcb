// Conversions from and to floats (PTX-33).
#include "plain/scalar_floats.h"

namespace warplaw::plain::rows {
namespace {

bool roundsToInteger(const Call& call) {
  return call.has("rni") || call.has("rzi") || call.has("rmi") || call.has("rpi");
}

mpfr_rnd_t integerWayOf(const Call& call) {
  if (call.has("rzi"))
    return MPFR_RNDZ;
  if (call.has("rmi"))
    return MPFR_RNDD;
  return call.has("rpi") ? MPFR_RNDU : MPFR_RNDN;
}

/// What a NaN becomes: 0 only where neither an f64 is read nor 64 bits are written.
Integer integerOfNaN(const Call& call) {
  return call.sourceTypes[0].bits < 64 && call.width() < 64 ? Integer(0) : power(call.width() - 1);
}

/// What does not fit is the nearest integer that does.
Integer toInteger(const Call& call) {
  const Real a = realSource(call, 0);
  if (mpfr_nan_p(a))
    return integerOfNaN(call);
  if (mpfr_inf_p(a))
    return mpfr_signbit(a) ? least(call.type) : greatest(call.type);
  Real whole;
  mpfr_rint(whole, a, integerWayOf(call));
  return clamped(integerOf(whole), call.type);
}

Integer nearest(const Call& call, const Real& a) {
  return finished(call, rounded(
                            formatOf(call.type), wayOf(call),
                            [&](mpfr_ptr result, mpfr_rnd_t way) { return mpfr_set(result, a, way); },
                            flushes(call, call.type)));
}

Integer fromInteger(const Call& call) { return nearest(call, realOf(call.a())); }
Integer fromFloat(const Call& call) { return nearest(call, realSource(call, 0)); }

/// An integer keeps its source's sign also where it is 0.
Integer toSame(const Call& call) {
  if (!roundsToInteger(call))
    return fromFloat(call);
  const Real a = realSource(call, 0);
  return finished(call, rounded(formatOf(call.type), integerWayOf(call),
                                [&](mpfr_ptr result, mpfr_rnd_t way) { return mpfr_rint(result, a, way); }));
}

} // namespace

Integer cvtRoundFloat(const Call& call) { return toInteger(call); }
Integer cvtRound(const Call& call) { return toInteger(call); }
Integer cvtIntegerToFloat(const Call& call) { return fromInteger(call); }
Integer cvtInteger(const Call& call) { return fromInteger(call); }
Integer cvtIntegerToBrain(const Call& call) { return fromInteger(call); }
Integer cvtDoubleToFloat(const Call& call) { return fromFloat(call); }
Integer cvtFloatToHalf(const Call& call) { return fromFloat(call); }
Integer cvtToHalf(const Call& call) { return fromFloat(call); }
Integer cvtFloatToBrain(const Call& call) { return fromFloat(call); }
Integer cvtToBrain(const Call& call) { return fromFloat(call); }
Integer cvtRelu(const Call& call) { return fromFloat(call); }
Integer cvtWiderFloat(const Call& call) { return fromFloat(call); }
Integer cvtFloatToDouble(const Call& call) { return fromFloat(call); }
Integer cvtToDouble(const Call& call) { return fromFloat(call); }
Integer cvtSameFloat(const Call& call) { return toSame(call); }
Integer cvtSame(const Call& call) { return toSame(call); }
Integer cvtSameBrain(const Call& call) { return toSame(call); }

/// The first source gives the upper half.
Integer cvtPair(const Call& call) {
  return nearest(call, realSource(call, 0)) * power(call.width()) + nearest(call, realSource(call, 1));
}

} // namespace warplaw::plain::rows
