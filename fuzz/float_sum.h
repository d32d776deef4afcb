// The sum of two binary32 numbers in exact integers, which are rounded once at the end (FADD-1, FADD-2).
#pragma once
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

namespace warplaw::fuzz {

/// The words hold numbers; so does the result, whose NaN is 0x7fffffff.
inline std::uint32_t floatSum(std::uint32_t x, std::uint32_t y) {
  namespace mp = boost::multiprecision;
  using Exact = mp::number<mp::cpp_int_backend<320, 320, mp::signed_magnitude, mp::unchecked, void>>;
  constexpr std::uint32_t kSign = 0x80000000, kInfinity = 0x7f800000, kNan = 0x7fffffff, kHidden = 1u << 23;
  const std::uint32_t sizes[] = {x & ~kSign, y & ~kSign};
  if (sizes[0] > kInfinity || sizes[1] > kInfinity || (sizes[0] == kInfinity && (x ^ y) == kSign))
    return kNan;
  if (sizes[0] == kInfinity || sizes[1] == kInfinity)
    return sizes[0] == kInfinity ? x : y;
  const auto exact = [](std::uint32_t word) { // in units of the least denormal, 2^-149
    const std::uint32_t exponent = word >> 23 & 0xff, fraction = word & (kHidden - 1);
    const Exact size = exponent ? Exact(fraction | kHidden) << (exponent - 1) : Exact(fraction);
    return word & kSign ? Exact(-size) : size;
  };
  const Exact sum = exact(x) + exact(y);
  if (sum == 0)
    return x & y & kSign; // -0 is the sum of two of them alone
  const Exact size = abs(sum);
  const auto bits = static_cast<unsigned>(msb(size)) + 1, dropped = bits > 24 ? bits - 24 : 0;
  auto kept = static_cast<std::uint32_t>(size >> dropped);
  if (const Exact rest = size - (Exact(kept) << dropped), half = Exact(1) << dropped >> 1; dropped)
    kept += rest > half || (rest == half && kept % 2);
  // the hidden bit counts as one more in the exponent's field, a carry out of the fraction as another
  const std::uint32_t word = (dropped << 23) + kept;
  return std::min(word, kInfinity) | (sum < 0 ? kSign : 0);
}

} // namespace warplaw::fuzz
