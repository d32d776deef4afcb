// Loops of loops.h that compute in another way than the form's own function, because processors with vectors do that
// faster: quotients by floats, upper halves of products of 64 bits by halves, the highest bit by a float's exponent,
// fields by shifts, dp4a by products of 16 bits, prmt by shuffles of bytes, fns by counts of ones, and lop3 with one
// table. For loop_rows.h alone. Tests compare them with the functions, as all loops.
#pragma once
#if defined(__AVX2__)
#include <bit>
#include <immintrin.h>

namespace warplaw::concrete {
namespace {
namespace quick {

/// A number of less than 51 bits as a float, and back: as the lowest bits of one beside 1.5 * 2^52.
constexpr double kOffset = 0x1.8p52;
inline double floatOf(std::int64_t a) {
  return std::bit_cast<double>(a + std::bit_cast<std::int64_t>(kOffset)) - kOffset;
}
inline std::int64_t numberOf(double a) {
  return std::bit_cast<std::int64_t>(a + kOffset) - std::bit_cast<std::int64_t>(kOffset);
}

/// a / b toward 0, for numbers of 32 bits. Why it is exact, for magnitudes: a quotient that is no integer lies at least
/// 1 / b below the next integer. It is at most 2^32 / b, where floats are at most 2^-20 / b apart: it is not rounded up
/// to that integer. Rounding keeps the order of numbers: it is not rounded below the integer before, which is a float.
inline double quotient(double a, double b) { return __builtin_trunc(a / b); }

/// What is divided by instead of 0, of which the result is another one.
template <class T> double divisorOf(T b) { return floatOf(b == 0 ? T{1} : b); }

template <class T> T div(scalar::Modes, T a, T b) {
  const std::int64_t result = numberOf(quotient(floatOf(a), divisorOf(b)));
  return static_cast<T>(b == 0 ? -1 : result);
}
/// The product has no more bits than a: it is exact.
template <class T> T rem(scalar::Modes, T a, T b) {
  const double whole = floatOf(a), by = divisorOf(b);
  const std::int64_t result = numberOf(whole - quotient(whole, by) * by);
  return b == 0 ? a : static_cast<T>(result);
}

#if defined(__AVX512DQ__)
using Words = scalar::Word __attribute__((ext_vector_type(8)));
using Floats = double __attribute__((ext_vector_type(8)));

struct Quotient {
  Words whole, rest;
};
/// a / b and what is left; by 0: any number and a.
/// `near` is 1 / b but for a 2^-14th of it, (1 - off) / b; so `inverse` is (1 - off^3 - 2^-41) / b, which lies below
/// 1 / b, by less than a 2^-40th, also as all of it is rounded to 53 bits. `more` is then not above rest / b, and less
/// than 1 + rest / b / 2^40 below it. So what is left of a is less than b + 2^24, and `more` of that is the quotient or
/// one less.
inline Quotient quotientOf(Words a, Words b) {
  const auto floatsOf = [](Words words) { return __builtin_convertvector(words, Floats); };
  const Floats by = floatsOf(b), near = _mm512_rcp14_pd(by), off = _mm512_fnmadd_pd(by, near, _mm512_set1_pd(1));
  const Floats inverse = near * (off * off + (off + (1 - 0x1p-41)));
  Quotient result{Words{}, a};
  for (unsigned time = 0; time < 2; ++time) {
    const Words more = std::bit_cast<Words>(_mm512_cvttpd_epu64(floatsOf(result.rest) * inverse));
    result.whole += more;
    result.rest -= more * b;
  }
  const auto isLess = result.rest >= b;
  return {isLess ? result.whole + 1 : result.whole, isLess ? result.rest - b : result.rest};
}

/// div, or rem, of fewer bits, which are moved to the upper end of words: that changes no quotient. `near` is as above,
/// and `off` by 2^-36 more; so the quotient is that of numbers but for a 2^-36th, which it is too great, within a
/// 2^-41st. An integer is not missed from below. Whatever is none lies 1 / b or more below the next, which a 2^-36th of
/// a / b, less than 1 / 16 b, does not reach. By 0 no number comes out: without a sign its word is ~0; rem multiplies
/// it by 0, and div with a sign puts -1 in its place.
template <class T, bool isRest>
void shortQuotients(const scalar::Word* a, const scalar::Word* b, const scalar::Word* /*c*/, const scalar::Word* /*d*/,
                    scalar::Word* result) {
  constexpr unsigned kAbove = 64 - scalar::kBits<T>;
  constexpr scalar::Word kLow = 0xffffffff, kAll = ~scalar::Word{0} >> kAbove;
  const auto floatsOf = [](__m512i words) {
    return Floats(std::is_signed_v<T> ? _mm512_cvtepi64_pd(words) : _mm512_cvtepu64_pd(words));
  };
  for (unsigned lane = 0; lane < 32; lane += 8) {
    const auto whole = std::bit_cast<Words>(_mm512_loadu_si512(a + lane));
    const auto part = std::bit_cast<Words>(_mm512_loadu_si512(b + lane));
    const Floats by = floatsOf(std::bit_cast<__m512i>(part << kAbove)), near = _mm512_rcp14_pd(by);
    const Floats off = _mm512_fnmadd_pd(by, near, _mm512_set1_pd(1 + 0x1p-36));
    const Floats first = floatsOf(std::bit_cast<__m512i>(whole << kAbove)) * near;
    const Floats quotient = _mm512_fmadd_pd(_mm512_fmadd_pd(off, off, off), first, first);
    Words of =
        std::bit_cast<Words>(std::is_signed_v<T> ? _mm512_cvttpd_epi64(quotient) : _mm512_cvttpd_epu64(quotient));
    if constexpr (isRest) {
      of = (of & kLow) * (part & kLow);
      asm("" : "+v"(of)); // all of it is kept, or it is multiplied in 64 bits, which takes three times as long
      of = whole - of;
    } else if constexpr (std::is_signed_v<T>) {
      of = part << kAbove == 0 ? Words{} - 1 : of;
    }
    _mm512_storeu_si512(result + lane, of & kAll);
  }
}

/// dp4a by sums of two products of 16 bits, which vectors have: of bytes 0 and 2, and of 1 and 3.
template <class A, class B>
void dp4a(const scalar::Word* a, const scalar::Word* b, const scalar::Word* c, const scalar::Word* /*d*/,
          scalar::Word* result) {
  const auto sumOf = [](auto x, auto y) {
    return std::bit_cast<Words>(_mm512_madd_epi16(std::bit_cast<__m512i>(x), std::bit_cast<__m512i>(y)));
  };
  for (unsigned lane = 0; lane < 32; lane += 8) {
    using HalvesA = A __attribute__((ext_vector_type(32)));
    using HalvesB = B __attribute__((ext_vector_type(32)));
    const auto x = std::bit_cast<HalvesA>(_mm512_loadu_si512(a + lane));
    const auto y = std::bit_cast<HalvesB>(_mm512_loadu_si512(b + lane));
    const auto sum = std::bit_cast<Words>(_mm512_loadu_si512(c + lane));
    const Words even = sumOf(x << 8 >> 8, y << 8 >> 8), odd = sumOf(x >> 8, y >> 8);
    _mm512_storeu_si512(result + lane, (sum + even + odd) & 0xffffffff);
  }
}

/// div, or rem, of 64 bits, by magnitudes.
template <class T, bool isRest>
void quotients(const scalar::Word* a, const scalar::Word* b, const scalar::Word* /*c*/, const scalar::Word* /*d*/,
               scalar::Word* result) {
  constexpr scalar::Word kSign = std::is_signed_v<T> ? scalar::Word{1} << 63 : 0;
  const auto withSign = [](Words number, Words sign) { return (sign & kSign) != 0 ? Words{} - number : number; };
  for (unsigned lane = 0; lane < 32; lane += 8) {
    const auto whole = std::bit_cast<Words>(_mm512_loadu_si512(a + lane));
    const auto by = std::bit_cast<Words>(_mm512_loadu_si512(b + lane));
    const Quotient of = quotientOf(withSign(whole, whole), withSign(by, by));
    const Words numbers = isRest ? withSign(of.rest, whole) : by == 0 ? Words{} - 1 : withSign(of.whole, whole ^ by);
    _mm512_storeu_si512(result + lane, numbers);
  }
}
#endif

/// The upper half of a product, by products of halves: vectors have no others. A factor below 0 is by 2^64 more as a
/// word.
template <class T> T mulHigh(scalar::Modes, T a, T b) {
  using scalar::Word;
  constexpr Word kLow = 0xffffffff;
  const Word x = static_cast<Word>(a), y = static_cast<Word>(b);
  const Word first = (x >> 32) * (y & kLow) + ((x & kLow) * (y & kLow) >> 32);
  const Word second = (x & kLow) * (y >> 32) + (first & kLow);
  const Word high = (x >> 32) * (y >> 32) + (first >> 32) + (second >> 32);
  return static_cast<T>(high - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}
template <class T> T madHigh(scalar::Modes modes, T a, T b, T c) { return scalar::rows::sum(mulHigh(modes, a, b), c); }

/// Where the highest bit stands that is not the sign; below 0: nowhere. It is a float's exponent, which rounding leaves
/// as it is: the bit behind the highest one is cleared.
template <class T> std::int64_t highestOf(T a) {
  const scalar::Word unlike = scalar::asWord(static_cast<T>(a < 0 ? ~a : a));
  return static_cast<std::int64_t>(std::bit_cast<scalar::Word>(static_cast<double>(unlike & ~(unlike >> 1))) >> 52) -
         1023;
}
template <class T> scalar::u32 bfind(scalar::Modes modes, T a) {
  const std::int64_t at = highestOf(a);
  return static_cast<scalar::u32>(at < 0 ? -1 : scalar::modeOf(modes, 0) == 1 ? scalar::kBits<T> - 1 - at : at);
}
template <class T> scalar::u32 clz(scalar::Modes, T a) {
  const std::int64_t at = highestOf(a);
  return static_cast<scalar::u32>(scalar::kBits<T> - 1 - (at < 0 ? -1 : at));
}

/// The field's sign is moved to the upper end and back; above the word all bits are its sign.
template <class T> T bfe(scalar::Modes, T a, scalar::u32 b, scalar::u32 c) {
  using scalar::Word;
  const Word position = b & 0xff, length = c & 0xff;
  const std::int64_t from = std::int64_t{a} >> (position < 63 ? position : 63);
  const Word above = 64 - (length < 64 ? length : 64);
  return length == 0
             ? T{0}
             : static_cast<T>(static_cast<std::int64_t>(static_cast<Word>(from) << (above & 63)) >> (above & 63));
}

/// prmt without a mode, of several lanes at a time: each chooses from the 8 bytes of a and b.
inline void prmt(const scalar::Word* a, const scalar::Word* b, const scalar::Word* c, const scalar::Word* /*d*/,
                 scalar::Word* result) {
#if defined(__AVX512BW__)
  constexpr unsigned kLanes = 8;
  const auto shuffle = [](auto bytes, auto which) { return __builtin_ia32_pshufb512(bytes, which); };
#else
  constexpr unsigned kLanes = 4;
  const auto shuffle = [](auto bytes, auto which) { return __builtin_ia32_pshufb256(bytes, which); };
#endif
  using Some = scalar::Word __attribute__((ext_vector_type(kLanes)));
  using Bytes = signed char __attribute__((ext_vector_type(kLanes * 8)));
  using Chars = char __attribute__((vector_size(kLanes * 8)));
  Some ofPair; // a shuffle has 16 bytes, of two lanes; it gives 0 where bit 7 of what chooses is set
  for (unsigned lane = 0; lane < kLanes; ++lane)
    ofPair[lane] = 0x8080808000000000 | lane % 2 * 0x08080808;
  for (unsigned lane = 0; lane < 32; lane += kLanes) {
    const auto wordsOf = [&](const scalar::Word* source) {
      Some words;
      __builtin_memcpy(&words, source + lane, sizeof words);
      return words;
    };
    const Some both = (wordsOf(a) & 0xffffffff) | wordsOf(b) << 32;
    Some chosen = wordsOf(c) & 0xffff; // a selector's four nibbles, a byte each
    chosen = (chosen | chosen << 8) & 0x00ff00ff;
    chosen = (chosen | chosen << 4) & 0x0f0f0f0f;
    const auto bytes =
        std::bit_cast<Bytes>(shuffle(std::bit_cast<Chars>(both), std::bit_cast<Chars>((chosen & 0x07070707) | ofPair)));
    const Bytes all = std::bit_cast<Bytes>(chosen << 4) < 0 ? bytes >> 7 : bytes;
    __builtin_memcpy(result + lane, &all, sizeof all);
  }
}

/// lop3 whose table is a number, the same for all lanes. c chooses between entries 2 pair and 2 pair + 1: the result is
/// the first entry, inverted where c is set if the second entry differs.
inline void lop3(const scalar::Word* a, const scalar::Word* b, const scalar::Word* c, const scalar::Word* d,
                 scalar::Word* result) {
  using scalar::Word;
  Word unlike = 0, first[4], differs[4];
#pragma clang loop vectorize(enable) unroll(disable) // unrolled, it would be scalar again
  for (unsigned lane = 0; lane < 32; ++lane)
    unlike |= d[lane] ^ d[0];
  if (unlike != 0)
    return loop<scalar::rows::lop3<scalar::b32>, 0>(a, b, c, d, result);
  for (unsigned pair = 0; pair < 4; ++pair) {
    first[pair] = d[0] >> 2 * pair & 1 ? 0xffffffff : 0;
    differs[pair] = ((d[0] >> 2 * pair ^ d[0] >> (2 * pair + 1)) & 1) != 0 ? 0xffffffff : 0;
  }
#pragma clang loop vectorize(assume_safety) unroll(disable)
  for (unsigned lane = 0; lane < 32; ++lane) {
    const auto chosen = [&](unsigned pair) { return first[pair] ^ (c[lane] & differs[pair]); };
    const auto byB = [&](Word clear, Word set) { return clear ^ (b[lane] & (clear ^ set)); };
    const Word clear = byB(chosen(0), chosen(1)), set = byB(chosen(2), chosen(3));
    result[lane] = clear ^ (a[lane] & (clear ^ set));
  }
}

/// fns by counts of ones. Ones from the base upwards are left, or downwards, or the base alone; the one that is sought
/// is the n-th of `count`, from 0, where downwards is from the last one. Counts of parts say in which half of a part it
/// lies.
inline scalar::u32 nthSetBit(scalar::u32 mask, scalar::u32 base, scalar::s32 offset) {
  using scalar::u32;
  const u32 up = ~u32{0} << (base & 31), down = ~(up << 1);
  const u32 ones = mask & (offset < 0 ? ~u32{0} : up) & (offset > 0 ? ~u32{0} : down);
  const u32 pairs = ones - (ones >> 1 & 0x55555555), nibbles = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333);
  const u32 bytes = (nibbles + (nibbles >> 4)) & 0x0f0f0f0f, halves = bytes + (bytes >> 8);
  const u32 count = (halves + (halves >> 16)) & 0x3f, number = static_cast<u32>(offset);
  u32 n = offset > 0 ? number - 1 : count + (offset < 0 ? number : ~u32{0}), at = 0;
  const bool isThere = base < 32 && n < count;
  const auto halve = [&](u32 counts, u32 width, u32 most) {
    const u32 below = counts >> at & most;
    at += n >= below ? width : 0;
    n -= n >= below ? below : 0;
  };
  halve(halves, 16, 31);
  halve(bytes, 8, 15);
  halve(nibbles, 4, 7);
  halve(pairs, 2, 3);
  halve(ones, 1, 1);
  return isThere ? at : ~u32{0};
}
/// For words of 32 bits: a vector holds twice as many.
inline void fns(const scalar::Word* a, const scalar::Word* b, const scalar::Word* c, const scalar::Word* /*d*/,
                scalar::Word* result) {
#pragma clang loop vectorize(assume_safety) vectorize_width(16) unroll(disable)
  for (unsigned lane = 0; lane < 32; ++lane) [[clang::always_inline]]
    result[lane] = nthSetBit(static_cast<scalar::u32>(a[lane]), static_cast<scalar::u32>(b[lane]),
                             static_cast<scalar::s32>(c[lane]));
}

} // namespace quick

#define WARPLAW_QUICK(row, type, modes, ...)                                                                           \
  template <> inline constexpr ScalarLoop kLoop<scalar::rows::row<scalar::type>, modes> = __VA_ARGS__;
#if defined(__AVX512DQ__)
#define WARPLAW_QUOTIENTS(r, function, type)                                                                           \
  WARPLAW_QUICK(div, type, 0, quick::function<scalar::type, false>)                                                    \
  WARPLAW_QUICK(rem, type, 0, quick::function<scalar::type, true>)
BOOST_PP_SEQ_FOR_EACH(WARPLAW_QUOTIENTS, quotients, (u64)(s64))
BOOST_PP_SEQ_FOR_EACH(WARPLAW_QUOTIENTS, shortQuotients, (u16)(s16)(u32)(s32))
WARPLAW_QUICK(dp4a, u32, 0, quick::dp4a<scalar::u16, scalar::u16>)
WARPLAW_QUICK(dp4a, u32, 1, quick::dp4a<scalar::u16, scalar::s16>)
WARPLAW_QUICK(dp4a, s32, 0, quick::dp4a<scalar::s16, scalar::u16>)
WARPLAW_QUICK(dp4a, s32, 1, quick::dp4a<scalar::s16, scalar::s16>)
#else
#define WARPLAW_QUOTIENTS(r, row, type) WARPLAW_QUICK(row, type, 0, loop<quick::row<scalar::type>, 0>)
BOOST_PP_SEQ_FOR_EACH(WARPLAW_QUOTIENTS, div, (u16)(s16)(u32)(s32))
BOOST_PP_SEQ_FOR_EACH(WARPLAW_QUOTIENTS, rem, (u16)(s16)(u32)(s32))
#endif
WARPLAW_QUICK(bfe, s32, 0, loop<quick::bfe<scalar::s32>, 0>)
WARPLAW_QUICK(bfe, s64, 0, loop<quick::bfe<scalar::s64>, 0>)
#define WARPLAW_BFIND(r, modes, type) WARPLAW_QUICK(bfind, type, modes, loop<quick::bfind<scalar::type>, modes>)
BOOST_PP_SEQ_FOR_EACH(WARPLAW_BFIND, 0, (u64)(s64))
BOOST_PP_SEQ_FOR_EACH(WARPLAW_BFIND, 1, (u64)(s64))
WARPLAW_QUICK(clz, b64, 0, loop<quick::clz<scalar::b64>, 0>)
#if defined(__AVX512DQ__) // else what is proved is quicker
BOOST_PP_SEQ_FOR_EACH(WARPLAW_BFIND, 0, (u32)(s32))
BOOST_PP_SEQ_FOR_EACH(WARPLAW_BFIND, 1, (u32)(s32))
WARPLAW_QUICK(clz, b32, 0, loop<quick::clz<scalar::b32>, 0>)
#endif
#undef WARPLAW_BFIND
WARPLAW_QUICK(mul, u64, 1, loop<quick::mulHigh<scalar::u64>, 1>) // 1: .hi
WARPLAW_QUICK(mul, s64, 1, loop<quick::mulHigh<scalar::s64>, 1>)
WARPLAW_QUICK(mad, u64, 1, loop<quick::madHigh<scalar::u64>, 1>)
WARPLAW_QUICK(mad, s64, 1, loop<quick::madHigh<scalar::s64>, 1>)
WARPLAW_QUICK(prmt, b32, 0, quick::prmt)
WARPLAW_QUICK(lop3, b32, 0, quick::lop3)
WARPLAW_QUICK(fns, b32, 0, quick::fns)
#undef WARPLAW_QUOTIENTS
#undef WARPLAW_QUICK

} // namespace
} // namespace warplaw::concrete
#endif
