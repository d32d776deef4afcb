// Operations whose rules speak of bits and bytes (PTX-23, PTX-24): each bit of the result by its position.
#include "plain/scalar_rows.h"
#include <algorithm>

namespace warplaw::plain::rows {
namespace {

constexpr unsigned kNowhere = 0xffffffff;

/// A source that is a number of bits or a position, no higher than `most`.
unsigned upTo(const Integer& x, unsigned most) { return x > most ? most : static_cast<unsigned>(x); }

/// `.wrap`: modulo 32; `.clamp`: no more than 32.
unsigned clampedOrWrapped(const Integer& x, const Call& call) {
  return call.has("wrap") ? static_cast<unsigned>(modulo(x, 32)) : upTo(x, 32);
}

/// Each bit of the result from the bits of a and b at its place.
template <class Combine> Integer bitwise(const Call& call, Combine combine) {
  return fromBits(call.width(), [&](unsigned i) { return combine(bit(call.a(), i), bit(call.b(), i)); });
}

/// Byte `index` of a (0..3) and b (4..7).
Integer byteOf(const Call& call, unsigned index) { return bits(index < 4 ? call.a() : call.b(), index % 4 * 8, 8); }

struct PermuteMode {
  std::string_view name;
  std::array<std::string_view, 4> chosen; ///< for bits 1:0 of c: which bytes, from the highest to the lowest
};
constexpr PermuteMode kPermuteModes[] = {
    {"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
    {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
    {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}},
};

/// Byte i of the result: by a nibble of c, whose highest bit asks for the chosen byte's sign instead.
Integer permutedByNibble(const Call& call, unsigned i) {
  const unsigned index = static_cast<unsigned>(bits(call.c(), 4 * i, 3));
  if (!bit(call.c(), 4 * i + 3))
    return byteOf(call, index);
  return bit(byteOf(call, index), 7) ? 0xff : 0;
}

Integer permutedByMode(const Call& call, unsigned i) {
  const auto* const mode =
      std::ranges::find_if(kPermuteModes, [&](const PermuteMode& one) { return call.has(one.name); });
  return byteOf(call, static_cast<unsigned>(mode->chosen[static_cast<unsigned>(bits(call.c(), 0, 2))][3 - i] - '0'));
}

/// Part i of a source of dp4a or dp2a.
Integer partOf(const Integer& source, unsigned i, unsigned width, bool isSigned) {
  const Integer part = bits(source, i * width, width);
  return isSigned ? signedOf(part, width) : part;
}

/// c and the products of `count` parts of a with bytes of b, from byte `first` on.
Integer dotProduct(const Call& call, unsigned count, unsigned first) {
  Integer sum = call.c();
  for (unsigned i = 0; i < count; ++i)
    sum += partOf(call.a(), i, 32 / count, call.type.isSigned()) * partOf(call.b(), first + i, 8, call.has("s32"));
  return sum;
}

} // namespace

Integer bitAnd(const Call& call) {
  return bitwise(call, [](bool a, bool b) { return a && b; });
}
Integer bitOr(const Call& call) {
  return bitwise(call, [](bool a, bool b) { return a || b; });
}
Integer bitXor(const Call& call) {
  return bitwise(call, [](bool a, bool b) { return a != b; });
}
Integer bitNot(const Call& call) {
  return bitwise(call, [](bool a, bool) { return !a; });
}
Integer cnot(const Call& call) { return call.a() == 0 ? 1 : 0; }

Integer lop3(const Call& call) {
  return fromBits(call.width(), [&](unsigned i) {
    return bit(call.d(), 4 * bit(call.a(), i) + 2 * bit(call.b(), i) + bit(call.c(), i));
  });
}

Integer shl(const Call& call) { return call.a() * power(upTo(call.b(), call.width())); }

/// What comes from above is what the source has there: its sign, or nothing.
Integer shr(const Call& call) { return floorQuotient(call.a(), power(upTo(call.b(), call.width()))); }

/// The upper word of {b,a} << n, or the lower one of {b,a} >> n.
Integer shf(const Call& call) {
  const Integer pair = call.b() * power(32) + call.a();
  const unsigned n = clampedOrWrapped(call.c(), call);
  const unsigned first = call.has("l") ? 32 - n : n;
  return fromBits(32, [&](unsigned i) { return bit(pair, first + i); });
}

Integer popc(const Call& call) {
  unsigned count = 0;
  for (unsigned i = 0; i < call.width(); ++i)
    count += bit(call.a(), i);
  return count;
}

Integer clz(const Call& call) {
  unsigned count = 0;
  while (count < call.width() && !bit(call.a(), call.width() - 1 - count))
    ++count;
  return count;
}

/// The highest bit that is not the sign's.
Integer bfind(const Call& call) {
  const unsigned top = call.width() - 1;
  for (unsigned below = 0; below <= top; ++below)
    if (bit(call.a(), top - below) != (call.a() < 0))
      return call.has("shiftamt") ? below : top - below;
  return kNowhere;
}

Integer brev(const Call& call) {
  return fromBits(call.width(), [&](unsigned i) { return bit(call.a(), call.width() - 1 - i); });
}

/// From bit b upward or downward: the |c|-th that is set. A base outside the word finds nothing.
Integer fns(const Call& call) {
  const Integer step = call.c() < 0 ? -1 : 1;
  Integer wanted = call.c() == 0 ? Integer(1) : Integer(boost::multiprecision::abs(call.c()));
  for (Integer at = call.b(); at >= 0 && at < 32; at += step) {
    if (bit(call.a(), static_cast<unsigned>(at)) && --wanted == 0)
      return at;
    if (call.c() == 0)
      break; // the base alone is asked about
  }
  return kNowhere;
}

Integer bfe(const Call& call) {
  const auto first = static_cast<unsigned>(bits(call.b(), 0, 8));
  const auto count = static_cast<unsigned>(bits(call.c(), 0, 8));
  const unsigned top = call.width() - 1;
  const bool above = call.type.isSigned() && count > 0 && bit(call.a(), std::min(first + count - 1, top));
  return fromBits(call.width(),
                  [&](unsigned i) { return i < count && first + i <= top ? bit(call.a(), first + i) : above; });
}

/// a's lowest bits stand in b.
Integer bfi(const Call& call) {
  const auto first = static_cast<unsigned>(bits(call.c(), 0, 8));
  const auto count = static_cast<unsigned>(bits(call.d(), 0, 8));
  return fromBits(call.width(), [&](unsigned i) {
    return i >= first && i < first + count ? bit(call.a(), i - first) : bit(call.b(), i);
  });
}

/// b bits from position a on; what does not fit is not there.
Integer bmsk(const Call& call) {
  const unsigned first = clampedOrWrapped(call.a(), call);
  const unsigned count = clampedOrWrapped(call.b(), call);
  return fromBits(32, [&](unsigned i) { return i >= first && i < first + count; });
}

/// The lowest b bits of a as a number of that width; of no bits 0.
Integer szext(const Call& call) {
  const unsigned count = clampedOrWrapped(call.b(), call);
  if (count == 0)
    return 0;
  return call.type.isSigned() ? signedOf(call.a(), count) : bits(call.a(), 0, count);
}

Integer prmt(const Call& call) {
  Integer result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result += power(8 * i) * (call.has("") ? permutedByNibble(call, i) : permutedByMode(call, i));
  return result;
}

Integer dp4a(const Call& call) { return dotProduct(call, 4, 0); }
Integer dp2a(const Call& call) { return dotProduct(call, 2, call.has("hi") ? 2 : 0); }

} // namespace warplaw::plain::rows
