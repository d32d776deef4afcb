// Sums and products of floats (PTX-30): f32 and f64 rounded to the nearest by the processor, all else in integers.
#include "concrete/scalar/exact.h"

namespace warplaw::concrete::scalar::rows {
namespace {

/// What has room for a product.
template <class T> using DigitsOf = std::conditional_t<(T::kFormat.fraction < f64::kFormat.fraction), Word, Wide>;
template <class T> NumberIn<DigitsOf<T>> productOf(T a, T b) {
  return product(numberOf<DigitsOf<T>>(a), numberOf<DigitsOf<T>>(b));
}
template <class T> T roundedSum(const Manner& how, const NumberIn<Word>& a, const NumberIn<Word>& b) {
  return rounded<T>(sum(a, b, how.rounding), how);
}
constexpr auto kSum = []<class T>(const Manner& how, T a, T b) {
  const auto exact = [&] { return roundedSum<T>(how, numberOf<Word>(a), numberOf<Word>(b)); };
  return byProcessor<T>(how, [](auto x, auto y) { return x + y; }, exact, a, b);
};
constexpr auto kDifference = []<class T>(const Manner& how, T a, T b) {
  const auto exact = [&] { return roundedSum<T>(how, numberOf<Word>(a), negated(numberOf<Word>(b))); };
  return byProcessor<T>(how, [](auto x, auto y) { return x - y; }, exact, a, b);
};
constexpr auto kProduct = []<class T>(const Manner& how, T a, T b) {
  const auto exact = [&] { return rounded<T>(productOf(a, b), how); };
  return byProcessor<T>(how, [](auto x, auto y) { return x * y; }, exact, a, b);
};
constexpr auto kFused = []<class T>(const Manner& how, T a, T b, T c) {
  const auto exact = [&] { return rounded<T>(sum(productOf(a, b), numberOf<DigitsOf<T>>(c), how.rounding), how); };
  return byProcessor<T>(how, [](auto x, auto y, auto z) { return __builtin_elementwise_fma(x, y, z); }, exact, a, b, c);
};

template <class T> T addFloat(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kSum, a, b); }
template <class T> T addDouble(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kSum, a, b); }
template <class T> T addHalf(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kSum, a, b); }
template <class T> T addBrain(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kSum, a, b); }

template <class T> T subFloat(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kDifference, a, b); }
template <class T> T subDouble(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kDifference, a, b); }
template <class T> T subHalf(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kDifference, a, b); }
template <class T> T subBrain(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kDifference, a, b); }

template <class T> T mulFloat(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kProduct, a, b); }
template <class T> T mulDouble(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kProduct, a, b); }
template <class T> T mulHalf(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kProduct, a, b); }
template <class T> T mulBrain(Modes modes, T a, T b) { return computed(mannerOfOptional(modes), kProduct, a, b); }

template <class T> T fmaFloat(Modes modes, T a, T b, T c) { return computed(mannerOf(modes), kFused, a, b, c); }
template <class T> T fmaDouble(Modes modes, T a, T b, T c) { return computed(mannerOf(modes), kFused, a, b, c); }
/// [|.ftz][|.sat|.relu]
template <class T> T fmaHalf(Modes modes, T a, T b, T c) {
  const unsigned last = modeOf(modes, 1);
  return computed({Rounding::Nearest, modeOf(modes, 0) == 1, last == 1, last == 2}, kFused, a, b, c);
}
/// [|.relu]
template <class T> T fmaBrain(Modes modes, T a, T b, T c) {
  return computed({Rounding::Nearest, false, false, modeOf(modes, 0) == 1}, kFused, a, b, c);
}
template <class T> T madFloat(Modes modes, T a, T b, T c) { return computed(mannerOfOptional(modes), kFused, a, b, c); }
template <class T> T madDouble(Modes modes, T a, T b, T c) { return computed(mannerOf(modes), kFused, a, b, c); }

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_arithmetic.def"
