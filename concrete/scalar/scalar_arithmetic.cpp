// Sums, products, quotients, the lesser and the greater of two (PTX-20, PTX-21).
#include "concrete/scalar/types.h"

namespace warplaw::concrete::scalar::rows {
namespace {
constexpr unsigned kHigh = 1; ///< of [.lo|.hi]

template <class T> T sum(T a, T b) { return static_cast<T>(static_cast<Word>(a) + static_cast<Word>(b)); }
template <class T> T difference(T a, T b) { return static_cast<T>(static_cast<Word>(a) - static_cast<Word>(b)); }
template <class T> T low(T a, T b) { return static_cast<T>(static_cast<Word>(a) * static_cast<Word>(b)); }
template <class T> T high(T a, T b) { return static_cast<T>(static_cast<Exact<T>>(a) * b >> kBits<T>); }

template <class T> T add(Modes, T a, T b) { return sum(a, b); }
template <class T> T addSat(Modes, T a, T b) { return clampedTo<T>(s64{a} + b); }
template <class T> T sub(Modes, T a, T b) { return difference(a, b); }
template <class T> T subSat(Modes, T a, T b) { return clampedTo<T>(s64{a} - b); }

template <class T> T mul(Modes modes, T a, T b) { return modeOf(modes, 0) == kHigh ? high(a, b) : low(a, b); }
template <class T> Twice<T> mulWide(Modes, T a, T b) { return low<Twice<T>>(a, b); }
template <class T> T mad(Modes modes, T a, T b, T c) { return sum(mul(modes, a, b), c); }
template <class T> T madSat(Modes, T a, T b, T c) { return clampedTo<T>(s64{high(a, b)} + c); }
template <class T> Twice<T> madWide(Modes modes, T a, T b, Twice<T> c) { return sum(mulWide(modes, a, b), c); }

/// The low 24 bits, as T takes them.
template <class T> T of24Bits(T a) { return static_cast<T>(static_cast<T>(static_cast<u32>(a) << 8) >> 8); }
template <class T> T mul24(Modes modes, T a, T b) {
  const Word product = static_cast<Word>(of24Bits(a)) * static_cast<Word>(of24Bits(b));
  return static_cast<T>(modeOf(modes, 0) == kHigh ? product >> 16 : product);
}
template <class T> T mad24(Modes modes, T a, T b, T c) { return sum(mul24(modes, a, b), c); }
template <class T> T mad24Sat(Modes, T a, T b, T c) { return clampedTo<T>(s64{mul24(kHigh, a, b)} + c); }

template <class T> T sad(Modes, T a, T b, T c) { return sum(c, a < b ? difference(b, a) : difference(a, b)); }
template <class T> T neg(Modes, T a) { return difference(T{0}, a); }
template <class T> T abs(Modes modes, T a) { return a < 0 ? neg(modes, a) : a; }

/// `choose` of two numbers, or of each half: as the upper half of a word, for vectors have no quicker way to a half.
template <class T, class Choose> T eachPart(T a, T b, Choose choose) {
  if constexpr (kIsHalves<T>) {
    using Half = decltype(T::low);
    const auto upper = [](Half x) {
      return static_cast<std::conditional_t<std::is_signed_v<Half>, s32, u32>>(static_cast<u32>(x) << 16);
    };
    const auto ofHalves = [&](Half x, Half y) { return static_cast<Half>(choose(upper(x), upper(y)) >> 16); };
    return {ofHalves(a.low, b.low), ofHalves(a.high, b.high)};
  } else {
    return choose(a, b);
  }
}
template <class T> T min(Modes, T a, T b) {
  return eachPart(a, b, [](auto x, auto y) { return x < y ? x : y; });
}
template <class T> T max(Modes, T a, T b) {
  return eachPart(a, b, [](auto x, auto y) { return x < y ? y : x; });
}
template <class T> T notBelowZero(T a) {
  return eachPart(a, a, [](auto x, auto) { return x < 0 ? decltype(x){0} : x; });
}
template <class T> T minRelu(Modes modes, T a, T b) { return notBelowZero(min(modes, a, b)); }
template <class T> T maxRelu(Modes modes, T a, T b) { return notBelowZero(max(modes, a, b)); }

template <class T> std::make_unsigned_t<T> magnitude(T a) {
  using U = std::make_unsigned_t<T>;
  return a < 0 ? difference(U{0}, static_cast<U>(a)) : static_cast<U>(a);
}
template <class T> T withSign(std::make_unsigned_t<T> value, bool isNegative) {
  return static_cast<T>(isNegative ? difference(decltype(value){0}, value) : value);
}
/// By 0: what the sequences give that NVIDIA's compiler emits; PTX-21 leaves it open.
template <class T> T div(Modes, T a, T b) {
  using U = std::make_unsigned_t<T>;
  if (b == 0)
    return static_cast<T>(~Word{0});
  return withSign<T>(static_cast<U>(magnitude(a) / magnitude(b)), (a < 0) != (b < 0));
}
template <class T> T rem(Modes, T a, T b) {
  if (b == 0)
    return a;
  if constexpr (sizeof(T) < sizeof(s32)) { // C++ would divide 32 bits
    using U = std::make_unsigned_t<T>;
    return withSign<T>(static_cast<U>(magnitude(a) % magnitude(b)), a < 0);
  } else {
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) // of the least, not defined in C++
      return 0;
    return static_cast<T>(a % b);
  }
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/arithmetic.def"
