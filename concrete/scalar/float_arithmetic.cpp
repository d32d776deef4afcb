// Sums and products of floats (PTX-30): f32 and f64 rounded to the nearest by the processor, all else in integers.
#include "concrete/scalar/exact.h"

namespace warplaw::concrete::scalar::rows {
namespace {

constexpr auto kSum = []<class T>(Rounding rounding, T a, T b) {
  if constexpr (kIsNative<T>)
    if (rounding == Rounding::Nearest)
      return ofNative<T>(native(a) + native(b));
  return rounded<T>(sum(numberOf(a), numberOf(b), rounding), rounding);
};
constexpr auto kDifference = []<class T>(Rounding rounding, T a, T b) {
  if constexpr (kIsNative<T>)
    if (rounding == Rounding::Nearest)
      return ofNative<T>(native(a) - native(b));
  return rounded<T>(sum(numberOf(a), negated(numberOf(b)), rounding), rounding);
};
constexpr auto kProduct = []<class T>(Rounding rounding, T a, T b) {
  if constexpr (kIsNative<T>)
    if (rounding == Rounding::Nearest)
      return ofNative<T>(native(a) * native(b));
  return rounded<T>(product(numberOf(a), numberOf(b)), rounding);
};
constexpr auto kFused = []<class T>(Rounding rounding, T a, T b, T c) {
  if constexpr (kIsNative<T>)
    if (rounding == Rounding::Nearest)
      return ofNative<T>(__builtin_elementwise_fma(native(a), native(b), native(c)));
  return rounded<T>(sum(product(numberOf(a), numberOf(b)), numberOf(c), rounding), rounding);
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
