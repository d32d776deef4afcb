// Signs, the lesser and the greater of floats, comparisons, selection by them (PTX-25, PTX-31): all by their bits.
#include "concrete/scalar/floats.h"

namespace warplaw::concrete::scalar::rows {
namespace {

/// operation(source..), of sources that .ftz flushes where `flushes`; of both halves where there are two. No result is
/// a subnormal number that no source was.
template <class T, class Operation, class... Sources>
constexpr T ofEach(bool flushes, Operation operation, T a, Sources... others) {
  if constexpr (kIsHalves<T>) {
    return {ofEach(flushes, operation, a.low, others.low...), ofEach(flushes, operation, a.high, others.high...)};
  } else {
    const auto taken = [flushes](T source) { return either(flushes, flushed(source), source); };
    return operation(taken(a), taken(others)...);
  }
}

/// PTX does not say which NaN neg and abs of NaN give. An H100 gives the canonical one, but of f64 (corpus/hardware).
template <class T> constexpr bool kKeepsNaN = T::kFormat.fraction == f64::kFormat.fraction;
constexpr auto kNegated = []<class T>(T a) { return either(isNaN(a) && !kKeepsNaN<T>, kNaNOf<T>, negated(a)); };
constexpr auto kMagnitude = []<class T>(T a) { return either(isNaN(a) && !kKeepsNaN<T>, kNaNOf<T>, magnitude(a)); };

template <class T> T negFlushed(Modes modes, T a) { return ofEach(modeOf(modes, 0) == 1, kNegated, a); }
template <class T> T negFull(Modes, T a) { return ofEach(false, kNegated, a); }
template <class T> T absFlushed(Modes modes, T a) { return ofEach(modeOf(modes, 0) == 1, kMagnitude, a); }
template <class T> T absFull(Modes, T a) { return ofEach(false, kMagnitude, a); }

/// Integers in the order of the floats, -0 before +0.
template <class T> constexpr s64 place(T a) {
  const s64 from0 = static_cast<s64>(magnitude(a).bits);
  return isNegative(a) ? -1 - from0 : from0;
}

/// The lesser or the greater; a NaN beside a number counts only where `keepsNaN`.
template <class T> T chosen(bool isGreater, bool keepsNaN, T a, T b) {
  if (isNaN(a) || isNaN(b))
    return either(keepsNaN || (isNaN(a) && isNaN(b)), kNaNOf<T>, either(isNaN(a), b, a));
  return either((place(a) < place(b)) != isGreater, a, b);
}
struct Choice {
  bool isGreater, flushes, keepsNaN, isOfMagnitudes;
};
/// .xorsign.abs: of magnitudes, and the result is negative where one source is.
template <class T> T chosenOfTwo(const Choice& how, T a, T b) {
  const auto one = [&how]<class Part>(Part x, Part y) {
    if (!how.isOfMagnitudes)
      return chosen(how.isGreater, how.keepsNaN, x, y);
    const Part result = chosen(how.isGreater, how.keepsNaN, magnitude(x), magnitude(y));
    return either(isNegative(x) != isNegative(y) && !isNaN(result), negated(result), result);
  };
  return ofEach(how.flushes, one, a, b);
}
template <class T> T chosenOfThree(const Choice& how, T a, T b, T c) {
  const auto one = [&how](T x, T y, T z) {
    const auto taken = [&how](T source) { return either(how.isOfMagnitudes, magnitude(source), source); };
    return chosen(how.isGreater, how.keepsNaN, chosen(how.isGreater, how.keepsNaN, taken(x), taken(y)), taken(z));
  };
  return ofEach(how.flushes, one, a, b, c);
}

/// The choice that the modifiers [|.NaN][|.xorsign.abs] name.
constexpr Choice choiceOf(bool isGreater, bool flushes, Modes modes) {
  return {isGreater, flushes, modeOf(modes, 0) == 1, modeOf(modes, 1) == 1};
}
/// The choice that the modifiers [|.ftz][|.NaN][|.xorsign.abs] name.
constexpr Choice flushedChoiceOf(bool isGreater, Modes modes) {
  return choiceOf(isGreater, modeOf(modes, 0) == 1, modes >> 8);
}
template <class T> T minFlushed(Modes modes, T a, T b) { return chosenOfTwo(flushedChoiceOf(false, modes), a, b); }
template <class T> T minDouble(Modes, T a, T b) { return chosenOfTwo(choiceOf(false, false, 0), a, b); }
template <class T> T minBrain(Modes modes, T a, T b) { return chosenOfTwo(choiceOf(false, false, modes), a, b); }
template <class T> T minOfThree(Modes modes, T a, T b, T c) {
  return chosenOfThree(flushedChoiceOf(false, modes), a, b, c);
}
template <class T> T maxFlushed(Modes modes, T a, T b) { return chosenOfTwo(flushedChoiceOf(true, modes), a, b); }
template <class T> T maxDouble(Modes, T a, T b) { return chosenOfTwo(choiceOf(true, false, 0), a, b); }
template <class T> T maxBrain(Modes modes, T a, T b) { return chosenOfTwo(choiceOf(true, false, modes), a, b); }
template <class T> T maxOfThree(Modes modes, T a, T b, T c) {
  return chosenOfThree(flushedChoiceOf(true, modes), a, b, c);
}

template <class T> T copysign(Modes, T a, T b) { return ofBits<T>(signOf(a).bits | magnitude(b).bits); }

/// finite infinite number notanumber normal subnormal: a zero counts as normal.
template <class T> bool testp(Modes modes, T a) {
  const bool isFinite = !isNaN(a) && !isInfinite(a);
  const unsigned of = modeOf(modes, 0);
  return of == 0   ? isFinite
         : of == 1 ? isInfinite(a)
         : of == 2 ? !isNaN(a)
         : of == 3 ? isNaN(a)
         : of == 4 ? isFinite && !isSubnormal(a)
                   : isSubnormal(a);
}

/// eq ne lt le gt ge of integers.
bool isInOrder(unsigned how, s64 a, s64 b) {
  return how == 0 ? a == b : how == 1 ? a != b : how == 2 ? a < b : how == 3 ? a <= b : how == 4 ? a > b : a >= b;
}
/// The same of floats, which are false with a NaN; equ neu ltu leu gtu geu, which are true; num, nan.
template <class T> bool compared(unsigned how, T a, T b) {
  constexpr unsigned kOrders = 6, kNum = 12;
  const bool isUnordered = isNaN(a) || isNaN(b);
  const auto number = [](T x) { return isZero(x) ? 0 : place(x); };
  return how >= kNum   ? isUnordered == (how > kNum)
         : isUnordered ? how >= kOrders
                       : isInOrder(how < kOrders ? how : how - kOrders, number(a), number(b));
}
template <class T> bool setpFlushed(Modes modes, T a, T b) {
  const bool flushes = modeOf(modes, 1) == 1;
  return compared(modeOf(modes, 0), either(flushes, flushed(a), a), either(flushes, flushed(b), b));
}
template <class T> bool setpFull(Modes modes, T a, T b) { return compared(modeOf(modes, 0), a, b); }

template <class T> T slctFloat(Modes modes, T a, T b, f32 c) {
  const f32 by = either(modeOf(modes, 0) == 1, flushed(c), c);
  return either(!isNaN(by) && (!isNegative(by) || isZero(by)), a, b);
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_order.def"
