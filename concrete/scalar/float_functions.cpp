// Functions that are approximated (PTX-32), by the C library's: so this file is none of the proved ones.
#include "concrete/scalar/exact.h"
#include <cmath>

namespace warplaw::concrete::scalar::rows {
namespace {

template <class T, class Value> T nearest(const Manner& how, Value value) {
  const auto exact = [&] { return rounded<T>(numberOf(f64{std::bit_cast<u64>(static_cast<double>(value))}), how); };
  const auto converted = [value](auto kind) { return static_cast<decltype(kind)>(value); };
  return byProcessor<T>(how, converted, exact, T{});
}

/// function(a), rounded correctly: in double, and where its error may matter, in long double. That could still be wrong
/// within long double's error of the middle between two floats; but the sources where double's error may matter are
/// few (10 of tanh, 431 of lg2), and with x86's long double and glibc each of them was compared with MPFR: none is
/// wrong (of double alone, 2 of ex2, 2 of cos and 1 of sin were). So was every source of the halves.
template <class T, class Function> T approximated(const Manner& how, T a, Function function) {
  constexpr double kError = 0x1p-48; // more than the library's
  const double source = native(rounded<f64>(numberOf(a), Rounding::Nearest));
  const double near = function(source), error = near * kError;
  const T below = nearest<T>(how, near - error), above = nearest<T>(how, near + error);
  return below.bits == above.bits ? below : nearest<T>(how, function(static_cast<long double>(source)));
}

constexpr auto kSin = [](const Manner& how, auto a) {
  return approximated(how, a, [](auto x) { return std::sin(x); });
};
constexpr auto kCos = [](const Manner& how, auto a) {
  return approximated(how, a, [](auto x) { return std::cos(x); });
};
constexpr auto kLg2 = [](const Manner& how, auto a) {
  return approximated(how, a, [](auto x) { return std::log2(x); });
};
constexpr auto kEx2 = [](const Manner& how, auto a) {
  return approximated(how, a, [](auto x) { return std::exp2(x); });
};
constexpr auto kTanh = [](const Manner& how, auto a) {
  return approximated(how, a, [](auto x) { return std::tanh(x); });
};

template <class T> T sin(Modes modes, T a) { return computed(flushing(modeOf(modes, 0) == 1), kSin, a); }
template <class T> T cos(Modes modes, T a) { return computed(flushing(modeOf(modes, 0) == 1), kCos, a); }
template <class T> T lg2(Modes modes, T a) { return computed(flushing(modeOf(modes, 0) == 1), kLg2, a); }
template <class T> T ex2Float(Modes modes, T a) { return computed(flushing(modeOf(modes, 0) == 1), kEx2, a); }
template <class T> T ex2Half(Modes, T a) { return computed({}, kEx2, a); }
template <class T> T ex2Brain(Modes, T a) { return computed(flushing(true), kEx2, a); }
template <class T> T tanh(Modes, T a) { return computed({}, kTanh, a); }

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_functions.def"
