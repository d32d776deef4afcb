// C++ types of PTX's, and how a function over them becomes one over registers. For files of rows alone.
#pragma once
#include "spec/scalar/type_lists.h"
#include <boost/preprocessor/cat.hpp>
#include <boost/preprocessor/seq/for_each.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace warplaw::concrete::scalar {

using Word = std::uint64_t;
using Modes = std::uint32_t;
constexpr unsigned modeOf(Modes modes, unsigned group) { return modes >> group * 8 & 0xff; }

/// Two in one register, the first in the lower half.
template <class T> struct Halves {
  T low, high;
};
template <class T> inline constexpr bool kIsHalves = false;
template <class T> inline constexpr bool kIsHalves<Halves<T>> = true;

using pred = bool;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using b16 = u16;
using b32 = u32;
using b64 = u64;
using u16x2 = Halves<u16>;
using s16x2 = Halves<s16>;

template <class T> inline constexpr unsigned kBits = sizeof(T) * 8;
/// Wide enough for every sum and product.
template <class T> using Exact = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;

template <class T> struct TwiceOf;
template <> struct TwiceOf<u16> {
  using Type = u32;
};
template <> struct TwiceOf<u32> {
  using Type = u64;
};
template <> struct TwiceOf<s16> {
  using Type = s32;
};
template <> struct TwiceOf<s32> {
  using Type = s64;
};
template <class T> using Twice = typename TwiceOf<T>::Type;

/// The nearest that T has.
template <class T, class Value> constexpr T clampedTo(Value value) {
  // NOLINTNEXTLINE(bugprone-signed-char-misuse): s8 is a number, no character
  constexpr Value kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
  return static_cast<T>(value < kLeast ? kLeast : value > kMost ? kMost : value);
}

template <class T> constexpr T fromWord(Word word) {
  if constexpr (std::is_same_v<T, bool>)
    return (word & 1) != 0;
  else if constexpr (kIsHalves<T>)
    return {fromWord<decltype(T::low)>(word), fromWord<decltype(T::low)>(word >> 16)};
  else if constexpr (std::is_class_v<T>) // a float
    return {static_cast<decltype(T::bits)>(word)};
  else
    return static_cast<T>(word);
}

template <class T> constexpr Word asWord(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value ? 1 : 0;
  else if constexpr (kIsHalves<T>)
    return asWord(value.low) | asWord(value.high) << 16;
  else if constexpr (std::is_class_v<T>)
    return value.bits;
  else
    return static_cast<std::make_unsigned_t<T>>(value);
}

template <auto function, class Result, class... Sources, std::size_t... i>
constexpr Word onWords(Result (*)(Modes, Sources...), std::index_sequence<i...>, Modes modes,
                       const Word (&sources)[4]) {
  return asWord(function(modes, fromWord<Sources>(sources[i])...));
}
/// function(modes, source..) of its own types.
template <auto function, class Result, class... Sources>
constexpr Word onWords(Result (*typed)(Modes, Sources...), Modes modes, const Word (&sources)[4]) {
  return onWords<function>(typed, std::index_sequence_for<Sources...>(), modes, sources);
}

} // namespace warplaw::concrete::scalar

// NOLINTBEGIN(bugprone-macro-parentheses): of types
// A chapter's rows become functions: `template <class T> .. symbol(Modes, ..)` of that name for each type.
#define WARPLAW_SCALAR_FUNCTION(r, symbol, type)                                                                       \
  extern "C" warplaw::concrete::scalar::Word BOOST_PP_CAT(warplaw_scalar_##symbol##_, type)(                           \
      warplaw::concrete::scalar::Modes modes, warplaw::concrete::scalar::Word a, warplaw::concrete::scalar::Word b,    \
      warplaw::concrete::scalar::Word c, warplaw::concrete::scalar::Word d) {                                          \
    using namespace warplaw::concrete::scalar;                                                                         \
    const Word sources[]{a, b, c, d};                                                                                  \
    return onWords<rows::symbol<type>>(rows::symbol<type>, modes, sources);                                            \
  }
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules)                                                         \
  namespace row_of_##symbol {                                                                                          \
    using warplaw::concrete::scalar::rows::symbol; /* no such member? Write it in the file that includes the row */    \
  }                                                                                                                    \
  BOOST_PP_SEQ_FOR_EACH(WARPLAW_SCALAR_FUNCTION, symbol, types)
// NOLINTEND(bugprone-macro-parentheses)
