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
template <class T> constexpr T kOneOf = ofBits<T>(static_cast<Word>(T::kFormat.bias()) << T::kFormat.fraction);

template <class T> constexpr bool isNegative(T a) { return (a.bits & T::kFormat.sign()) != 0; } ///< -0 too, and NaN
template <class T> constexpr T magnitude(T a) { return ofBits<T>(a.bits & ~T::kFormat.sign()); }
template <class T> constexpr T negated(T a) { return ofBits<T>(a.bits ^ T::kFormat.sign()); }
template <class T> constexpr T signOf(T a) { return ofBits<T>(a.bits & T::kFormat.sign()); } ///< a zero
template <class T> constexpr bool isZero(T a) { return magnitude(a).bits == 0; }
template <class T> constexpr bool isNaN(T a) { return magnitude(a).bits > T::kFormat.infinity(); }
template <class T> constexpr bool isInfinite(T a) { return magnitude(a).bits == T::kFormat.infinity(); }
template <class T> constexpr bool isSubnormal(T a) { return !isZero(a) && magnitude(a).bits < T::kFormat.hidden(); }

/// One of two by its bits: a choice between two objects is one of addresses, which the lifter does not follow.
template <class T> constexpr T either(bool isFirst, T a, T b) {
  if constexpr (std::is_class_v<T>)
    return {isFirst ? a.bits : b.bits};
  else
    return isFirst ? a : b;
}

/// A source under .ftz: a subnormal number becomes a zero of its sign.
template <class T> constexpr T flushed(T a) { return either(magnitude(a).bits < T::kFormat.hidden(), signOf(a), a); }
/// A result under .relu: neither below zero nor -0.
template <class T> constexpr T notNegative(T a) { return ofBits<T>(isNaN(a) ? T::kNaN : isNegative(a) ? 0 : a.bits); }
/// A result under .sat: clamped to [0, 1]; NaN becomes 0.
template <class T> constexpr T saturated(T a) {
  return ofBits<T>(isNaN(a) || isNegative(a) ? 0 : a.bits > kOneOf<T>.bits ? kOneOf<T>.bits : a.bits);
}
template <class T> constexpr T ending(T a, bool saturates) { return either(saturates, saturated(a), a); }

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

/// operation(how, source..) with what `how` says is done before and after; of both halves where there are two. A result
/// is flushed by the operation, which knows what it would be in T's digits alone (PTX-30).
template <class T, class Operation, class... Sources>
constexpr T computed(const Manner& how, Operation operation, T a, Sources... others) {
  if constexpr (kIsHalves<T>) {
    return {computed(how, operation, a.low, others.low...), computed(how, operation, a.high, others.high...)};
  } else {
    const auto taken = [&how](T source) { return either(how.flushes, flushed(source), source); };
    const T result = operation(how, taken(a), taken(others)...);
    const T positive = either(how.isNotNegative, notNegative(result), result);
    return ending(positive, how.saturates);
  }
}

/// f32 and f64 are the processor's types too.
template <class T> constexpr bool kIsNative = requires { typename T::Native; };
template <class T> auto native(T a) { return std::bit_cast<typename T::Native>(a.bits); }
template <class T> T ofNative(typename T::Native value) {
  const T result = ofBits<T>(std::bit_cast<decltype(T::bits)>(value));
  return isNaN(result) ? kNaNOf<T> : result;
}
/// The processor's operation(source..) to the nearest, where it has T; else what `exact` gives. A least normal number
/// may have been rounded up from one that is flushed.
template <class T, class Operation, class Exact, class... Sources>
T byProcessor(const Manner& how, Operation operation, Exact exact, Sources... sources) {
  if constexpr (kIsNative<T>)
    if (how.rounding == Rounding::Nearest) {
      const T result = ofNative<T>(operation(native(sources)...));
      if (!how.flushes || magnitude(result).bits != T::kFormat.hidden())
        return either(how.flushes, flushed(result), result);
    }
  return exact();
}

} // namespace warplaw::concrete::scalar
