#include "fuzz/float_sum.h"
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp> // takes two seconds to parse: here alone

namespace warplaw::fuzz {

template <class Word> Word sumOfNumbers(Word first, Word second) {
  namespace mp = boost::multiprecision;
  using Format = NumberFormat<Word>;
  constexpr std::uint64_t kSign = Format::kSign, kInfinity = Format::kInfinity, kHidden = Format::kHidden;
  constexpr unsigned kBits = (kInfinity >> Format::kFraction) + 65; // of the greatest sum, in units of the least number
  using Exact = mp::number<mp::cpp_int_backend<kBits, kBits, mp::signed_magnitude, mp::unchecked, void>>;
  const std::uint64_t x = first, y = second, sizes[] = {x & ~kSign, y & ~kSign};
  if (sizes[0] > kInfinity || sizes[1] > kInfinity || (sizes[0] == kInfinity && (x ^ y) == kSign))
    return static_cast<Word>(Format::kNan);
  if (sizes[0] == kInfinity || sizes[1] == kInfinity)
    return sizes[0] == kInfinity ? first : second;
  const auto exact = [](std::uint64_t word) { // in units of the least subnormal
    const auto exponent = static_cast<unsigned>((word & kInfinity) >> Format::kFraction);
    const std::uint64_t fraction = word & (kHidden - 1);
    const Exact size = exponent ? Exact(fraction | kHidden) << (exponent - 1) : Exact(fraction);
    return word & kSign ? Exact(-size) : size;
  };
  const Exact sum = exact(x) + exact(y);
  if (sum == 0)
    return static_cast<Word>(x & y & kSign); // -0 is the sum of two of them alone
  const Exact size = abs(sum);
  const auto bits = static_cast<unsigned>(msb(size)) + 1;
  const unsigned dropped = bits > Format::kFraction + 1 ? bits - (Format::kFraction + 1) : 0;
  auto kept = static_cast<std::uint64_t>(size >> dropped);
  if (const Exact rest = size - (Exact(kept) << dropped), half = Exact(1) << dropped >> 1; dropped)
    kept += rest > half || (rest == half && kept % 2);
  // the hidden bit counts as one more in the exponent's field, a carry out of the fraction as another
  const std::uint64_t word = (std::uint64_t{dropped} << Format::kFraction) + kept;
  return static_cast<Word>(std::min(word, kInfinity) | (sum < 0 ? kSign : 0));
}
template std::uint16_t sumOfNumbers(std::uint16_t, std::uint16_t);
template std::uint32_t sumOfNumbers(std::uint32_t, std::uint32_t);
template std::uint64_t sumOfNumbers(std::uint64_t, std::uint64_t);

} // namespace warplaw::fuzz
