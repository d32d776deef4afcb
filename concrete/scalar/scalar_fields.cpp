// Counts, positions and fields of bits, bytes of words (PTX-24).
#include "concrete/scalar/types.h"
#include <algorithm>

namespace warplaw::concrete::scalar::rows {
namespace {
constexpr u32 kNone = 0xffffffff; ///< no such bit

template <class T> T onesOf(Word count) {
  return count < kBits<T> ? static_cast<T>((Word{1} << count) - 1) : T(~Word{0});
}

/// In 64 bits, where compilers would count in 32: vectors count bytes of 64 quicker.
template <class T> u32 popc(Modes, T a) { return static_cast<u32>(__builtin_popcountll(Word{a} << (64 - kBits<T>))); }
template <class T> u32 clz(Modes, T a) {
  return a == 0 ? kBits<T> : static_cast<u32>(__builtin_clzll(a)) - (64 - kBits<T>);
}
template <class T> u32 bfind(Modes modes, T a) {
  using U = std::make_unsigned_t<T>;
  const U unlike = static_cast<U>(a < 0 ? ~a : a); // bits that are not the sign
  const u32 above = clz<U>(0, unlike);
  if (above == kBits<T>)
    return kNone;
  return modeOf(modes, 0) == 1 ? above : kBits<T> - 1 - above;
}
template <class T> T brev(Modes, T a) { return static_cast<T>(__builtin_bitreverse64(a) >> (64 - kBits<T>)); }

/// Where the n-th set bit at or above `first` stands.
u32 nthSetBit(u32 mask, u32 first, u32 n) {
  u32 seen = 0, found = kNone;
  for (u32 i = 0; i < 32; ++i) {
    const bool counts = i >= first && (mask >> i & 1) != 0;
    seen += counts ? 1 : 0;
    found = counts && seen == n ? i : found;
  }
  return found;
}
/// Downwards is upwards in the mask turned round.
template <class T> u32 fns(Modes, T mask, u32 base, s32 offset) {
  if (base >= 32)
    return kNone;
  if (offset == 0)
    return mask >> base & 1 ? base : kNone;
  if (offset > 0)
    return nthSetBit(mask, base, static_cast<u32>(offset));
  const u32 found = nthSetBit(__builtin_bitreverse32(mask), 31 - base, 0 - static_cast<u32>(offset));
  return found == kNone ? kNone : 31 - found;
}

/// How many bits of a field of `length` bits at `position` (0..255 each) lie in a word.
template <class T> u32 within(u32 position, u32 length) {
  return position < kBits<T> ? std::min(length, kBits<T> - position) : 0;
}
template <class T> T bfe(Modes, T a, u32 b, u32 c) {
  using U = std::make_unsigned_t<T>;
  if constexpr (std::is_unsigned_v<T>) // all in 64 bits: vectors have one width then
    return (b & 0xff) < 64 ? static_cast<T>(Word{a} >> (b & 63) & onesOf<Word>(c & 0xff)) : T{0};
  const u32 position = b & 0xff, length = c & 0xff, kept = within<T>(position, length);
  const U mask = onesOf<U>(kept);
  const U field = kept == 0 ? U{0} : static_cast<U>(static_cast<U>(a) >> position) & mask;
  const u32 top = std::min(position + length - 1, kBits<T> - 1); // not looked at where length is 0
  const bool fills = length != 0 && (static_cast<U>(a) >> (top & (kBits<T> - 1)) & 1) != 0;
  return static_cast<T>(fills ? field | static_cast<U>(~mask) : field);
}
/// All in 64 bits, as bfe.
template <class T> T bfi(Modes, T a, T b, u32 c, u32 d) {
  const Word position = c & 0xff, length = d & 0xff;
  const auto placed = [&](Word field) { return position < 64 ? field << (position & 63) : 0; };
  return static_cast<T>(b ^ ((b ^ placed(a)) & placed(onesOf<Word>(length))));
}
template <class T> T bmsk(Modes modes, u32 start, u32 length) {
  const bool wraps = modeOf(modes, 0) == 1;
  const u32 first = wraps ? start & 31 : start;
  return first < 32 ? onesOf<T>(wraps ? length & 31 : length) << first : T{0};
}
template <class T> T szext(Modes modes, T a, u32 b) {
  const u32 length = modeOf(modes, 0) == 1 ? b & 31 : std::min(b, 32u);
  if (length == 0)
    return 0;
  return static_cast<T>(static_cast<T>(static_cast<u32>(a) << (32 - length)) >> (32 - length));
}

/// Which of the eight bytes of {b, a} stands at `i` of the result. In 64 bits, as what is shifted by it: vectors have
/// one width then.
u64 byteOf(u32 mode, u64 i, u64 c) {
  const u64 way = c & 3;
  switch (mode) {
  case 0: // each nibble says its own
    return c >> 4 * i & 7;
  case 1: // f4e: four in a row
    return way + i;
  case 2: // b4e: four in a row, downwards
    return (way - i) & 7;
  case 3: // rc8
    return way;
  case 4: // ecl
    return std::max(i, way);
  case 5: // ecr
    return std::min(i, way);
  default: // rc16
    return (way & 1) * 2 + (i & 1);
  }
}
template <class T> T prmt(Modes modes, T a, T b, u32 c) {
  const u64 both = u64{b} << 32 | a, sign = both >> 7 & 0x0101010101010101;
  const u64 signs = (sign << 8) - sign; // of each byte, in all its bits
  const u32 mode = modeOf(modes, 0);
  const auto byte = [&](u32 i) {
    const bool onlySign = mode == 0 && (c >> (4 * i + 3) & 1) != 0;
    return (onlySign ? signs : both) >> 8 * byteOf(mode, i, c) & 0xff;
  };
  return static_cast<T>((byte(0) | byte(2) << 16) | (byte(1) | byte(3) << 16) << 8);
}

/// Part `i` of a word, of the width of U.
template <class U> s64 part(u32 word, u32 i, bool isSigned) {
  const U bits = static_cast<U>(word >> kBits<U> * i);
  return isSigned ? s64{static_cast<std::make_signed_t<U>>(bits)} : s64{bits};
}
template <class T> u32 dp4a(Modes modes, u32 a, u32 b, u32 c) {
  s64 sum = c;
  for (u32 i = 0; i < 4; ++i)
    sum += part<u8>(a, i, std::is_signed_v<T>) * part<u8>(b, i, modeOf(modes, 0) == 1);
  return static_cast<u32>(sum);
}
template <class T> u32 dp2a(Modes modes, u32 a, u32 b, u32 c) {
  const u32 first = modeOf(modes, 0) == 1 ? 2 : 0; // the upper bytes of b
  s64 sum = c;
  for (u32 i = 0; i < 2; ++i)
    sum += part<u16>(a, i, std::is_signed_v<T>) * part<u8>(b, first + i, modeOf(modes, 1) == 1);
  return static_cast<u32>(sum);
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/fields.def"
