#include "fuzz/reduction_drawing.h"
#include "fuzz/float_sum.h"
#include <algorithm>

namespace warplaw::fuzz {
using spec::kLanes;
using spec::RedSize;

ReductionElements::ReductionElements(const PlainRegions& regions, unsigned size, bool above4GiB) : bytes(size) {
  for (const auto& region : regions.all()) {
    if (region.base >> 32 && !above4GiB)
      continue;
    const std::uint64_t from = (region.base + bytes - 1) / bytes * bytes, end = region.base + region.bytes;
    if (end < from + bytes)
      continue;
    run[runs] = {from, static_cast<std::uint32_t>((end - from) / bytes)};
    count += run[runs++].count;
  }
}

std::uint64_t ReductionElements::operator[](std::uint32_t number) const {
  for (unsigned r = 0; r < runs; ++r) {
    if (number < run[r].count)
      return run[r].from + std::uint64_t{number} * bytes;
    number -= run[r].count;
  }
  return 0;
}

namespace {

/// A number by 32 bits: often one at an end of its range, a half unit away from another, or none at all.
template <class Word> std::uint64_t numberOf(std::uint64_t raw) {
  using Format = NumberFormat<Word>;
  constexpr std::uint64_t kUnit = Format::kHidden, kOne = Format::kInfinity / 2 / kUnit * kUnit;
  constexpr std::uint64_t kSizes[] = {0,
                                      1,
                                      kUnit - 1,
                                      kUnit,
                                      kUnit + kUnit / 2,
                                      kOne,
                                      kOne + 1,
                                      kOne - Format::kFraction * kUnit,
                                      kOne - (Format::kFraction + 1) * kUnit,
                                      kOne + (Format::kFraction + 1) * kUnit,
                                      kOne + (Format::kFraction + 1) * kUnit + 1,
                                      Format::kInfinity - (Format::kFraction + 2) * kUnit,
                                      Format::kInfinity - 1,
                                      Format::kInfinity,
                                      Format::kInfinity + 1,
                                      Format::kNan};
  if (raw % 8 == 0) // any, the fraction as it comes
    return (raw * 0x9e3779b97f4a7c15u) >> (64 - Format::kWidth);
  return kSizes[raw >> 3 & 15] | (raw >> 7 & 1 ? Format::kSign : 0);
}

/// What an element of that size holds, by 32 bits: numbers of floats, of both halves; otherwise the bits themselves.
std::uint64_t valueOf(RedSize size, std::uint64_t raw) {
  switch (size) {
  case RedSize::F16x2:
    return numberOf<std::uint16_t>(raw) | numberOf<std::uint16_t>(raw >> 8) << 16;
  case RedSize::F32:
    return numberOf<std::uint32_t>(raw);
  case RedSize::F64:
    return numberOf<std::uint64_t>(raw);
  default:
    return raw;
  }
}
bool isFloat(RedSize size) { return size == RedSize::F16x2 || size == RedSize::F32 || size == RedSize::F64; }

std::uint32_t wordOf(const std::uint8_t* bytes, unsigned number) {
  std::uint32_t word;
  std::memcpy(&word, bytes + 4 * number, sizeof word);
  return word;
}

} // namespace

void drawOperands(ReductionOperands operands, RedSize size, const std::uint8_t* bytes, unsigned style,
                  const std::uint8_t* highBytes, unsigned highStyle) {
  const unsigned high = highStyle % 4;
  fillRow(operands.low, bytes, style);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (isFloat(size) && style < 224) {
      const std::uint64_t number = valueOf(size, operands.low[lane]);
      operands.low[lane] = static_cast<std::uint32_t>(number);
      operands.high[lane] = static_cast<std::uint32_t>(number >> 32); // none of an access of 4 bytes
    } else if (spec::isWide(size)) {
      operands.high[lane] = high == 0   ? 0
                            : high == 1 ? ~0u
                            : high == 2 ? wordOf(highBytes, lane)
                                        : kEdges[wordOf(highBytes, lane) % 16];
    }
  }
}

void drawMemory(std::span<std::uint8_t> memory, RedSize size, const PlainRegions& regions, ReductionOperands operands,
                const std::uint8_t* bytes, unsigned style) {
  for (std::size_t at = 0; at < memory.size(); ++at)
    memory[at] = bytes[at % (4 * kLanes)];
  style %= 8;
  if (style == 7)
    return;
  const unsigned width = spec::bytesOf(size);
  const ReductionElements elements(regions, width, true);
  std::uint32_t number = 0;
  for (unsigned r = 0; r < elements.runs; ++r) {
    std::uint8_t* at = memory.data() + *regions.placeOf(elements.run[r].from, width);
    for (std::uint32_t k = 0; k < elements.run[r].count; ++k, ++number, at += width) {
      const std::uint64_t raw = wordOf(bytes, number % kLanes);
      std::uint64_t value = style <= 1   ? raw & 3
                            : style <= 3 ? operands.low[raw % kLanes] | std::uint64_t{operands.high[raw % kLanes]} << 32
                            : style == 4 ? kEdges[raw % 16] | std::uint64_t{kEdges[raw >> 4 & 15]} << 32
                                         : 0;
      if (isFloat(size) && style != 2 && style != 5)
        value = valueOf(size, raw);
      std::memcpy(at, &value, width);
    }
  }
}

void drawOrder(LaneOrder& order, unsigned style, Dice& dice) {
  style %= 4;
  if (style == 1)
    std::reverse(order.begin(), order.end());
  if (style <= 1)
    return;
  for (unsigned k = kLanes - 1; k > 0; --k)
    std::swap(order[k], order[dice.below(k + 1)]);
}

} // namespace warplaw::fuzz
