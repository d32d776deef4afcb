// Conversions of floats, from them and to them (PTX-33).
#include "concrete/scalar/exact.h"

namespace warplaw::concrete::scalar::rows {
namespace {

/// Sources of one type, or of that which a group of modifiers says.
Number numberOfHalf(Word a) { return numberOf(ofBits<f16>(a)); }
Number numberOfBrain(Word a) { return numberOf(ofBits<bf16>(a)); }
Number numberOfDouble(Word a) { return numberOf(ofBits<f64>(a)); }
Number numberOfFloat(bool flushes, f32 a) { return numberOf(flushes ? flushed(a) : a); }
Number numberOfInteger(s64 a) { return finite(a < 0, 0, a < 0 ? 0 - static_cast<Word>(a) : static_cast<Word>(a)); }
/// u8 u16 u32 u64 s8 s16 s32 s64.
Number numberOfInteger(unsigned type, Word a) {
  switch (type) {
  case 4:
    return numberOfInteger(s64{static_cast<s8>(a)});
  case 5:
    return numberOfInteger(s64{static_cast<s16>(a)});
  case 6:
    return numberOfInteger(s64{static_cast<s32>(a)});
  case 7:
    return numberOfInteger(static_cast<s64>(a));
  default:
    return finite(false, 0, a); // with zeros above its width
  }
}

/// A finite number made an integer. One of 2^65 and more is so large that all of these are alike to an integer type.
Wide integerOf(const Number& a, Rounding rounding) {
  constexpr int kFar = 65;
  if (a.exponent >= kFar)
    return a.magnitude == 0 ? 0 : Wide{1} << kFar;
  return a.exponent >= 0 ? a.magnitude << a.exponent : withoutDigits(a.magnitude, -a.exponent, a.isNegative, rounding);
}
/// The nearest that T has; of NaN 0, or the highest bit where f64 or an integer of 64 bits takes part.
template <class T> T toInteger(const Number& a, Rounding rounding, bool isOfDouble) {
  if (a.isNaN())
    return isOfDouble || kBits<T> == 64 ? static_cast<T>(Word{1} << (kBits<T> - 1)) : T{0};
  if (a.isInfinite())
    return a.isNegative ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
  const __int128 value = static_cast<__int128>(integerOf(a, rounding));
  return clampedTo<T>(a.isNegative ? -value : value);
}
/// [.rni|.rzi|.rmi|.rpi][|.ftz][|.sat]
template <class T> T cvtRoundFloat(Modes modes, f32 a) {
  return toInteger<T>(numberOfFloat(modeOf(modes, 1) == 1, a), roundingOf(modes), false);
}
/// [.rni|.rzi|.rmi|.rpi][|.sat].T[.f16|.bf16|.f64]
template <class T> T cvtRound(Modes modes, Word a) {
  const unsigned source = modeOf(modes, 2);
  const Number number = source == 0 ? numberOfHalf(a) : source == 1 ? numberOfBrain(a) : numberOfDouble(a);
  return toInteger<T>(number, roundingOf(modes), source == 2);
}

template <class T> T ending(T a, bool saturates) { return saturates ? saturated(a) : a; }
/// [.rn|.rz|.rm|.rp][|.ftz][|.sat].T and the source's type
template <class T> T cvtIntegerToFloat(Modes modes, Word a) {
  return ending(rounded<T>(numberOfInteger(modeOf(modes, 3), a), roundingOf(modes)), modeOf(modes, 2) == 1);
}
/// [.rn|.rz|.rm|.rp][|.sat].T and the source's type
template <class T> T cvtInteger(Modes modes, Word a) {
  return ending(rounded<T>(numberOfInteger(modeOf(modes, 2), a), roundingOf(modes)), modeOf(modes, 1) == 1);
}
/// [.rn|.rz|.rm|.rp].T and the source's type
template <class T> T cvtIntegerToBrain(Modes modes, Word a) {
  return rounded<T>(numberOfInteger(modeOf(modes, 1), a), roundingOf(modes));
}

// .ftz is of sources and results that are f32, no others
/// [.rn|.rz|.rm|.rp][|.ftz][|.sat]
template <class T> T cvtDoubleToFloat(Modes modes, f64 a) {
  const Number number = numberOf(a);
  const bool isFlushed = modeOf(modes, 1) == 1 && isTinyIn<T>(rounded<Wider<T>>(number, roundingOf(modes)));
  const T result = rounded<T>(number, roundingOf(modes));
  return ending(isFlushed ? signOf(result) : result, modeOf(modes, 2) == 1);
}
template <class T> T cvtFloatToHalf(Modes modes, f32 a) {
  const Number number = numberOfFloat(modeOf(modes, 1) == 1, a);
  return ending(rounded<T>(number, roundingOf(modes)), modeOf(modes, 2) == 1);
}
/// [.rn|.rz|.rm|.rp][|.sat].T[.f64|.bf16]
template <class T> T cvtToHalf(Modes modes, Word a) {
  const Number number = modeOf(modes, 2) == 0 ? numberOfDouble(a) : numberOfBrain(a);
  return ending(rounded<T>(number, roundingOf(modes)), modeOf(modes, 1) == 1);
}
/// [.rn|.rz|.rm|.rp][|.ftz]
template <class T> T cvtFloatToBrain(Modes modes, f32 a) {
  return rounded<T>(numberOfFloat(modeOf(modes, 1) == 1, a), roundingOf(modes));
}
/// [.rn|.rz|.rm|.rp].T[.f64|.f16]
template <class T> T cvtToBrain(Modes modes, Word a) {
  return rounded<T>(modeOf(modes, 1) == 0 ? numberOfDouble(a) : numberOfHalf(a), roundingOf(modes));
}
/// [.rn|.rz][.relu]
template <class T> T cvtRelu(Modes modes, f32 a) { return notNegative(rounded<T>(numberOf(a), roundingOf(modes))); }
/// [.rn|.rz][|.relu]
template <class T> T cvtPair(Modes modes, f32 a, f32 b) {
  const auto one = [modes](f32 source) {
    const auto result = rounded<decltype(T::low)>(numberOf(source), roundingOf(modes));
    return modeOf(modes, 1) == 1 ? notNegative(result) : result;
  };
  return {one(b), one(a)};
}

/// [|.ftz][|.sat].T[.f16|.bf16]
template <class T> T cvtWiderFloat(Modes modes, Word a) {
  const Number number = modeOf(modes, 2) == 0 ? numberOfHalf(a) : numberOfBrain(a);
  const T result = rounded<T>(number, Rounding::Nearest); // exact
  return ending(modeOf(modes, 0) == 1 ? flushed(result) : result, modeOf(modes, 1) == 1);
}
/// [|.ftz][|.sat]
template <class T> T cvtFloatToDouble(Modes modes, f32 a) {
  const Number number = numberOfFloat(modeOf(modes, 0) == 1, a);
  return ending(rounded<T>(number, Rounding::Nearest), modeOf(modes, 1) == 1);
}
/// [|.sat].T[.f16|.bf16]
template <class T> T cvtToDouble(Modes modes, Word a) {
  const Number number = modeOf(modes, 1) == 0 ? numberOfHalf(a) : numberOfBrain(a);
  return ending(rounded<T>(number, Rounding::Nearest), modeOf(modes, 0) == 1);
}

/// [|.rni|.rzi|.rmi|.rpi]: the integer, with the source's sign where it is 0.
template <class T> T integral(Modes modes, T a) {
  const Number number = numberOf(a);
  if (number.isNaN())
    return kNaNOf<T>;
  const unsigned way = modeOf(modes, 0);
  if (way == 0 || number.isInfinite() || number.exponent >= 0)
    return a;
  const Wide integer = integerOf(number, static_cast<Rounding>(way - 1));
  return rounded<T>(finite(number.isNegative, 0, integer), Rounding::Nearest);
}
/// [|.rni|.rzi|.rmi|.rpi][|.ftz][|.sat]
template <class T> T cvtSameFloat(Modes modes, T a) {
  const bool flushes = modeOf(modes, 1) == 1;
  return ending(integral(modes, flushes ? flushed(a) : a), modeOf(modes, 2) == 1);
}
/// [|.rni|.rzi|.rmi|.rpi][|.sat]
template <class T> T cvtSame(Modes modes, T a) { return ending(integral(modes, a), modeOf(modes, 1) == 1); }
template <class T> T cvtSameBrain(Modes modes, T a) { return integral(modes, a); }

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_conversions.def"
