// Conversions of floats to floats (PTX-33).
#include "concrete/scalar/exact.h"

namespace warplaw::concrete::scalar::rows {
namespace {

// .ftz is of sources and results that are f32, no others
/// [.rn|.rz|.rm|.rp][|.ftz][|.sat]
template <class T> T cvtDoubleToFloat(Modes modes, f64 a) {
  return ending(rounded<T>(numberFrom(a), roundingOf(modes), modeOf(modes, 1) == 1), modeOf(modes, 2) == 1);
}
template <class T> T cvtFloatToHalf(Modes modes, f32 a) {
  const Narrow number = numberOfFloat(modeOf(modes, 1) == 1, a);
  return ending(rounded<T>(number, roundingOf(modes)), modeOf(modes, 2) == 1);
}
/// [.rn|.rz|.rm|.rp][|.sat].T[.f64|.bf16]
template <class T> T cvtToHalf(Modes modes, Word a) {
  const Narrow number = modeOf(modes, 2) == 0 ? numberOfSource<f64>(a) : numberOfSource<bf16>(a);
  return ending(rounded<T>(number, roundingOf(modes)), modeOf(modes, 1) == 1);
}
/// [.rn|.rz|.rm|.rp][|.ftz]
template <class T> T cvtFloatToBrain(Modes modes, f32 a) {
  return rounded<T>(numberOfFloat(modeOf(modes, 1) == 1, a), roundingOf(modes));
}
/// [.rn|.rz|.rm|.rp].T[.f64|.f16]
template <class T> T cvtToBrain(Modes modes, Word a) {
  return rounded<T>(modeOf(modes, 1) == 0 ? numberOfSource<f64>(a) : numberOfSource<f16>(a), roundingOf(modes));
}
/// [.rn|.rz][.relu]
template <class T> T cvtRelu(Modes modes, f32 a) { return notNegative(rounded<T>(numberFrom(a), roundingOf(modes))); }
/// [.rn|.rz][|.relu]
template <class T> T cvtPair(Modes modes, f32 a, f32 b) {
  const auto one = [modes](f32 source) {
    const auto result = rounded<decltype(T::low)>(numberFrom(source), roundingOf(modes));
    return either(modeOf(modes, 1) == 1, notNegative(result), result);
  };
  return {one(b), one(a)};
}

/// [|.ftz][|.sat].T[.f16|.bf16]
template <class T> T cvtWiderFloat(Modes modes, Word a) {
  const Narrow number = modeOf(modes, 2) == 0 ? numberOfSource<f16>(a) : numberOfSource<bf16>(a);
  const T result = rounded<T>(number, Rounding::Nearest); // exact
  return ending(either(modeOf(modes, 0) == 1, flushed(result), result), modeOf(modes, 1) == 1);
}
/// [|.ftz][|.sat]
template <class T> T cvtFloatToDouble(Modes modes, f32 a) {
  const Narrow number = numberOfFloat(modeOf(modes, 0) == 1, a);
  return ending(rounded<T>(number, Rounding::Nearest), modeOf(modes, 1) == 1);
}
/// [|.sat].T[.f16|.bf16]
template <class T> T cvtToDouble(Modes modes, Word a) {
  const Narrow number = modeOf(modes, 1) == 0 ? numberOfSource<f16>(a) : numberOfSource<bf16>(a);
  return ending(rounded<T>(number, Rounding::Nearest), modeOf(modes, 0) == 1);
}

/// [|.rni|.rzi|.rmi|.rpi]: the integer, with the source's sign where it is 0. Of 1 and more, digits after the point are
/// cut off in place, and a carry goes into the exponent; below 1 it is 0 or 1.
template <class T> T integral(Modes modes, T a) {
  const Narrow number = numberOf<Word>(a);
  const unsigned way = modeOf(modes, 0);
  if (number.isNaN() || way == 0 || number.isInfinite() || number.exponent >= 0)
    return either(number.isNaN(), kNaNOf<T>, a);
  const Word one = kOneOf<T>.bits, size = magnitude(a).bits;
  const int digits = -number.exponent;
  const Word kept =
      withoutDigits(size < one ? number.magnitude : size, digits, number.isNegative, static_cast<Rounding>(way - 1));
  return ofBits<T>((size >= one ? kept << digits : kept != 0 ? one : 0) | signOf(a).bits);
}
/// [|.rni|.rzi|.rmi|.rpi][|.ftz][|.sat]
template <class T> T cvtSameFloat(Modes modes, T a) {
  const bool flushes = modeOf(modes, 1) == 1;
  return ending(integral(modes, either(flushes, flushed(a), a)), modeOf(modes, 2) == 1);
}
/// [|.rni|.rzi|.rmi|.rpi][|.sat]
template <class T> T cvtSame(Modes modes, T a) { return ending(integral(modes, a), modeOf(modes, 1) == 1); }
template <class T> T cvtSameBrain(Modes modes, T a) { return integral(modes, a); }

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_conversions.def"
