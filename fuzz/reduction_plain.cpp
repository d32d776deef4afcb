#include "fuzz/reduction_plain.h"
#include "fuzz/float_sum.h"
#include "fuzz/plain_integers.h"
#include "fuzz/plain_memory.h"

namespace warplaw::fuzz {
using spec::RedOp;
using spec::RedSize;

PlainRegions::PlainRegions(const spec::GenericRegions& regions) {
  std::uint32_t first = 0;
  for (unsigned r = 0; r < spec::kGenericRegions; first = regions.end[r++])
    if (regions.end[r] > first)
      all_[count_++] = {regions.baseLow[r] + (std::uint64_t{regions.baseHigh[r]} << 32), first, regions.end[r] - first};
}

const PlainRegions::Region* PlainRegions::at(std::uint64_t address) const {
  for (const Region& region : all())
    if (address >= region.base && address - region.base < region.bytes)
      return &region;
  return nullptr;
}

std::optional<std::uint32_t> PlainRegions::placeOf(std::uint64_t address, unsigned bytes) const {
  const Region* const region = at(address);
  if (!region || address + (bytes - 1) < address || at(address + (bytes - 1)) != region)
    return std::nullopt;
  return region->first + static_cast<std::uint32_t>(address - region->base);
}

namespace {

/// The lesser or greater of two halves (RED-7).
std::uint16_t halfAfter(RedOp op, std::uint16_t m, std::uint16_t b, std::uint32_t unlikeZeros) {
  using Half = NumberFormat<std::uint16_t>;
  const auto sizeOf = [](std::uint16_t half) { return static_cast<int>(half & Half::kNan); };
  const auto isNumber = [&](std::uint16_t half) { return sizeOf(half) <= static_cast<int>(Half::kInfinity); };
  const auto valueOf = [&](std::uint16_t half) {
    return half & Half::kSign ? -sizeOf(half) : sizeOf(half);
  }; // in order
  if (!isNumber(m) || !isNumber(b))
    return isNumber(m) ? m : isNumber(b) ? b : static_cast<std::uint16_t>(Half::kNan);
  if (valueOf(m) == valueOf(b) && m != b) { // zeros of unlike sign
    const std::uint16_t lesser = Half::kSign, greater = 0;
    return unlikeZeros == 1 ? m : unlikeZeros == 2 ? b : op == RedOp::Min ? lesser : greater;
  }
  return (valueOf(m) < valueOf(b)) == (op == RedOp::Min) ? m : b;
}

/// A subnormal is zero of its sign.
std::uint32_t flushed(std::uint32_t number) {
  using Single = NumberFormat<std::uint32_t>;
  const std::uint32_t sign = number & static_cast<std::uint32_t>(Single::kSign);
  return (number ^ sign) < Single::kHidden ? sign : number;
}

} // namespace

std::uint64_t redStoredPlainly(RedOp op, RedSize size, std::uint64_t m, std::uint64_t b,
                               const PlainStepChoices& choices) {
  const auto m16 = static_cast<std::uint16_t>(m), b16 = static_cast<std::uint16_t>(b);
  const auto m32 = static_cast<std::uint32_t>(m), b32 = static_cast<std::uint32_t>(b);
  switch (size) {
  case RedSize::F16x2:
    return op == RedOp::Add ? sumOfNumbers(m16, b16) : halfAfter(op, m16, b16, choices.unlikeZeros);
  case RedSize::F32:
    return flushed(sumOfNumbers(flushed(m32), flushed(b32)));
  case RedSize::F64: {
    const std::uint64_t sum = sumOfNumbers(m, b);
    return sum == NumberFormat<std::uint64_t>::kNan ? choices.nan : sum;
  }
  default: {
    const IntegerFormat format{8 * spec::bytesOf(size), size == RedSize::S32 || size == RedSize::S64};
    return integerAfterPlainly(op, format, m, b);
  }
  }
}

void takeTurnsPlainly(RedOp op, const PlainTurns& turns, const LaneOrder& order, const LaneOrder& orderHigh,
                      std::uint32_t unlikeZeros, std::span<std::uint8_t> memory) {
  for (unsigned element = 0; element < 2; ++element)
    for (const unsigned lane : element ? orderHigh : order) {
      const PlainTurn& turn = turns[lane];
      const bool halves = turn.size == RedSize::F16x2;
      if (!turn.performs || (element && !halves)) // F16x2 alone has two elements
        continue;
      const unsigned bytes = halves ? 2 : spec::bytesOf(turn.size);
      const std::uint32_t place = turn.place + 2 * element;
      const std::uint64_t given = bytes == 2   ? turn.operand >> 16 * element & 0xffff
                                  : bytes == 4 ? turn.operand & 0xffffffff
                                               : turn.operand;
      writePlainly(memory, place, bytes,
                   redStoredPlainly(op, turn.size, readPlainly(memory, place, bytes), given, {unlikeZeros, turn.nan}));
    }
}

} // namespace warplaw::fuzz
