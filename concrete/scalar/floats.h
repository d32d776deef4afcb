// PTX's floats, and what their bits say. For files of rows alone.
#pragma once
#include "concrete/scalar/types.h"
#include <bit>

namespace warplaw::concrete::scalar {

/// An IEEE format: the widths of its fields.
struct Format {
  int fraction, exponent;
  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
  constexpr int least() const { return 1 - bias() - fraction; } ///< the smallest number is 2 to it
  constexpr Word hidden() const { return Word{1} << fraction; } ///< the leading 1 of a significand
  constexpr Word infinity() const { return ((Word{1} << exponent) - 1) << fraction; }
  constexpr Word sign() const { return Word{1} << (fraction + exponent); }
};

struct f16 {
  u16 bits;
  static constexpr Format kFormat{10, 5};
  static constexpr u16 kNaN = 0x7fff; ///< what an operation gives
};
struct bf16 {
  u16 bits;
  static constexpr Format kFormat{7, 8};
  static constexpr u16 kNaN = 0x7fff;
};
struct f32 {
  u32 bits;
  static constexpr Format kFormat{23, 8};
  static constexpr u32 kNaN = 0x7fffffff;
  using Native = float;
};
struct f64 {
  u64 bits;
  static constexpr Format kFormat{52, 11};
  static constexpr u64 kNaN = 0x7ff8000000000000;
  using Native = double;
};
using f16x2 = Halves<f16>;
using bf16x2 = Halves<bf16>;

template <class T> constexpr T ofBits(Word bits) { return {static_cast<decltype(T::bits)>(bits)}; }
template <class T> constexpr T kNaNOf = ofBits<T>(T::kNaN);
template <class T> constexpr T kInfinityOf = ofBits<T>(T::kFormat.infinity());
template <class T> constexpr T kOneOf = ofBits<T>(static_cast<Word>(T::kFormat.bias()) << T::kFormat.fraction);

template <class T> constexpr bool isNegative(T a) { return (a.bits & T::kFormat.sign()) != 0; } ///< -0 too, and NaN
template <class T> constexpr T magnitude(T a) { return ofBits<T>(a.bits & ~T::kFormat.sign()); }
template <class T> constexpr T negated(T a) { return ofBits<T>(a.bits ^ T::kFormat.sign()); }
template <class T> constexpr T signOf(T a) { return ofBits<T>(a.bits & T::kFormat.sign()); } ///< a zero
template <class T> constexpr bool isZero(T a) { return magnitude(a).bits == 0; }
template <class T> constexpr bool isNaN(T a) { return magnitude(a).bits > T::kFormat.infinity(); }
template <class T> constexpr bool isInfinite(T a) { return magnitude(a).bits == T::kFormat.infinity(); }
template <class T> constexpr bool isSubnormal(T a) { return !isZero(a) && magnitude(a).bits < T::kFormat.hidden(); }

/// A source under .ftz: a subnormal number becomes a zero of its sign.
template <class T> constexpr T flushed(T a) { return magnitude(a).bits < T::kFormat.hidden() ? signOf(a) : a; }
/// A result under .relu: neither below zero nor -0.
template <class T> constexpr T notNegative(T a) { return isNaN(a) ? kNaNOf<T> : isNegative(a) ? ofBits<T>(0) : a; }
/// A result under .sat: clamped to [0, 1]; NaN becomes 0.
template <class T> constexpr T saturated(T a) {
  if (isNaN(a) || isNegative(a))
    return ofBits<T>(0);
  return a.bits > kOneOf<T>.bits ? kOneOf<T> : a;
}

enum class Rounding : std::uint8_t { Nearest, Zero, Down, Up }; ///< as rows have them: .rn .rz .rm .rp

/// How a row's modifiers make it compute.
struct Manner {
  Rounding rounding = Rounding::Nearest;
  bool flushes = false, saturates = false, isNotNegative = false;
};
constexpr Manner flushing(bool flushes) { return {Rounding::Nearest, flushes}; }
/// The rounding that the modifiers [.rn|.rz|.rm|.rp] name.
constexpr Rounding roundingOf(Modes modes) { return static_cast<Rounding>(modeOf(modes, 0)); }
/// The manner that the modifiers [.rn|.rz|.rm|.rp][|.ftz][|.sat] name, or the first groups of these that a row has.
constexpr Manner mannerOf(Modes modes) { return {roundingOf(modes), modeOf(modes, 1) == 1, modeOf(modes, 2) == 1}; }
/// The same where the rounding may be left out, and is .rn then.
constexpr Manner mannerOfOptional(Modes modes) {
  const bool isLeftOut = modeOf(modes, 0) == 0;
  return mannerOf(isLeftOut ? modes : modes - 1);
}

template <class T> constexpr bool kHasFlush = T::kFormat.fraction < f64::kFormat.fraction;
/// As many digits as T has, and exponents without end: what a result is before it is flushed.
template <class T> struct Wider {
  u64 bits;
  static constexpr Format kFormat{T::kFormat.fraction, 13};
  static constexpr u64 kNaN = kFormat.sign() - 1;
};
/// The same number in the wider format; `a` is not subnormal.
template <class T> constexpr Wider<T> wider(T a) {
  constexpr Format from = T::kFormat, to = Wider<T>::kFormat;
  const Word size = magnitude(a).bits;
  const Word moved = size >= from.infinity() ? to.infinity() + (size - from.infinity())
                     : size == 0             ? 0
                                             : size + (static_cast<Word>(to.bias() - from.bias()) << from.fraction);
  return {moved | (isNegative(a) ? to.sign() : 0)};
}
/// Below the least normal number of T.
template <class T> constexpr bool isTinyIn(Wider<T> a) {
  constexpr Format in = T::kFormat, of = Wider<T>::kFormat;
  return magnitude(a).bits < static_cast<Word>(1 - in.bias() + of.bias()) << in.fraction;
}

/// operation(rounding, source..) with what `how` says is done before and after; of both halves where there are two.
template <class T, class Operation, class... Sources>
constexpr T computed(const Manner& how, Operation operation, T a, Sources... others) {
  if constexpr (kIsHalves<T>) {
    return {computed(how, operation, a.low, others.low...), computed(how, operation, a.high, others.high...)};
  } else {
    const auto taken = [&how](T source) { return how.flushes ? flushed(source) : source; };
    T result = operation(how.rounding, taken(a), taken(others)...);
    // A result is flushed where it is below the least normal number as T's digits alone would round it (PTX-30).
    if constexpr (kHasFlush<T>)
      if (how.flushes && magnitude(result).bits <= T::kFormat.hidden()) {
        bool isTiny = magnitude(result).bits < T::kFormat.hidden();
        if constexpr (std::is_invocable_v<Operation, Rounding, Wider<T>, Wider<Sources>...>)
          isTiny = isTinyIn<T>(operation(how.rounding, wider(taken(a)), wider(taken(others))...));
        result = isTiny ? signOf(result) : result;
      }
    result = how.isNotNegative ? notNegative(result) : result;
    return how.saturates ? saturated(result) : result;
  }
}

/// f32 and f64 are the processor's types too.
template <class T> constexpr bool kIsNative = requires { typename T::Native; };
template <class T> auto native(T a) { return std::bit_cast<typename T::Native>(a.bits); }
template <class T> T ofNative(typename T::Native value) {
  const T result = ofBits<T>(std::bit_cast<decltype(T::bits)>(value));
  return isNaN(result) ? kNaNOf<T> : result;
}

} // namespace warplaw::concrete::scalar
