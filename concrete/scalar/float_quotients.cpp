// Quotients and roots of floats (PTX-32): f32 and f64 rounded to the nearest by the processor, all else in integers.
#include "concrete/scalar/exact.h"

namespace warplaw::concrete::scalar::rows {
namespace {

constexpr auto kQuotient = []<class T>(const Manner& how, T a, T b) {
  const auto exact = [&] { return rounded<T>(quotient(numberOf(a), numberOf(b)), how); };
  return byProcessor<T>(how, [](auto x, auto y) { return x / y; }, exact, a, b);
};
constexpr auto kReciprocal = []<class T>(const Manner& how, T a) { return kQuotient(how, kOneOf<T>, a); };
constexpr auto kRoot = []<class T>(const Manner& how, T a) {
  const auto exact = [&] { return rounded<T>(root(numberOf(a)), how); };
  return byProcessor<T>(how, [](auto x) { return __builtin_elementwise_sqrt(x); }, exact, a);
};

template <class T> T divFloat(Modes modes, T a, T b) { return computed(mannerOf(modes), kQuotient, a, b); }
template <class T> T divDouble(Modes modes, T a, T b) { return computed(mannerOf(modes), kQuotient, a, b); }
template <class T> T rcpFloat(Modes modes, T a) { return computed(mannerOf(modes), kReciprocal, a); }
template <class T> T rcpDouble(Modes modes, T a) { return computed(mannerOf(modes), kReciprocal, a); }
template <class T> T sqrtFloat(Modes modes, T a) { return computed(mannerOf(modes), kRoot, a); }
template <class T> T sqrtDouble(Modes modes, T a) { return computed(mannerOf(modes), kRoot, a); }

constexpr auto kRootOfReciprocal = []<class T>(const Manner& how, T a) {
  return rounded<T>(rootOfReciprocal(numberOf(a)), how);
};
/// The processor's root and quotient of doubles, where what they may err by does not matter.
constexpr auto kRootOfReciprocalFloat = [](const Manner& how, f32 a) {
  const double near = 1 / __builtin_elementwise_sqrt(static_cast<double>(native(a))), error = near * 0x1p-50;
  const f32 below = ofNative<f32>(static_cast<float>(near - error));
  const f32 above = ofNative<f32>(static_cast<float>(near + error));
  return below.bits == above.bits && !isNaN(below) ? below : kRootOfReciprocal(how, a);
};

/// A divisor so large that its reciprocal is subnormal: .approx has 0 for that.
constexpr auto kQuotientByReciprocal = []<class T>(const Manner& how, T a, T b) {
  constexpr Word kLarge = static_cast<Word>(126 + T::kFormat.bias()) << T::kFormat.fraction; // 2^126
  const bool isLost = magnitude(b).bits > kLarge && magnitude(b).bits < T::kFormat.infinity();
  return isLost ? kQuotient(how, a, ofBits<T>(signOf(b).bits | T::kFormat.infinity())) : kQuotient(how, a, b);
};
/// [.approx|.full][|.ftz]
template <class T> T divApprox(Modes modes, T a, T b) {
  const Manner how = flushing(modeOf(modes, 1) == 1);
  return modeOf(modes, 0) == 0 ? computed(how, kQuotientByReciprocal, a, b) : computed(how, kQuotient, a, b);
}
template <class T> T rcpApprox(Modes modes, T a) { return computed(flushing(modeOf(modes, 0) == 1), kReciprocal, a); }
template <class T> T sqrtApprox(Modes modes, T a) { return computed(flushing(modeOf(modes, 0) == 1), kRoot, a); }
template <class T> T rsqrtApprox(Modes modes, T a) {
  return computed(flushing(modeOf(modes, 0) == 1), kRootOfReciprocalFloat, a);
}
template <class T> T rsqrtDouble(Modes, T a) { return computed({}, kRootOfReciprocal, a); }

/// The upper word of an f64 as a float of its own.
struct Upper {
  u32 bits;
  static constexpr Format kFormat{20, 11};
  static constexpr u32 kNaN = 0x7fffffff;
};
template <class Operation> f64 ofUpper(f64 a, Operation operation) {
  const Upper upper{static_cast<u32>(a.bits >> 32)}; // which is infinite where only the lower word makes it NaN
  return {Word{computed(flushing(true), operation, upper).bits} << 32};
}
template <class T> T rcpUpper(Modes, T a) { return ofUpper(a, kReciprocal); }
template <class T> T rsqrtUpper(Modes, T a) { return ofUpper(a, kRootOfReciprocal); }

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_quotients.def"
