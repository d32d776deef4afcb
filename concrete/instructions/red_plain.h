// Where RED's lanes go if all of them are plain: a machine of one region, apart from the windows, and lanes whose whole
// accesses lie in it, aligned (RED-2..5). What one addition and two comparisons decide of many lanes at once.
#pragma once
#include "concrete/instructions/red.h"
#include "concrete/vector.h"

namespace warplaw::concrete {
namespace { // a copy of its own in each file: those of a path are compiled for other processors
using namespace spec;

constexpr std::uint32_t kSignBit = 0x80000000; ///< added to both sides, it makes an unsigned comparison a signed one

/// 1 if there is one region, apart from the windows, and no place in it is reached by a sum that loses bits, whatever
/// counts as an address (RED-2); otherwise 0.
std::uint32_t isPlain(const RedModifiers* modifiers, const GenericRegions* regions, const SpecialInputs* inputs,
                      std::uint32_t size) {
  const std::uint64_t first = regions->baseLow[0] | static_cast<std::uint64_t>(regions->baseHigh[0]) << 32;
  const std::uint64_t end = first + regions->end[0], addresses = std::uint64_t{1} << (modifiers->extended ? 40 : 32);
  const auto isApart = [&](std::uint32_t low, std::uint32_t windowSize) {
    return (std::uint64_t{low} + windowSize <= first) | (end <= low);
  };
  return hasOneRegion(regions) & (size <= regions->end[0]) & ((first & (size - 1)) == 0) & (first <= addresses) &
         (end <= addresses) & isApart(inputs->sharedWindowLow, inputs->sharedWindowSize) &
         isApart(inputs->localWindowLow, inputs->localWindowSize);
}

/// Lanes of exec get the word of a plain lane, if the machine is plain, and all others 0; 1 if each of them is one. No
/// word is read to be kept: a wide load that two stores have written waits for both. Without a branch:
/// under one, the optimiser knows more of the sums than the proof likes to follow.
template <unsigned kWidth>
__attribute__((always_inline)) inline std::uint32_t plainLanes(const RedModifiers* modifiers, const Operands* operands,
                                                               const GenericRegions* regions,
                                                               const SpecialInputs* inputs, Results* results) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  using Signed = typename VectorOf<kWidth>::Signed;
  const std::uint32_t size = bytesOf(static_cast<RedSize>(modifiers->size));
  const std::uint32_t plain = isPlain(modifiers, regions, inputs, size);
  const std::uint32_t offset = ((modifiers->imm20 & 0xfffff) ^ 0x80000) - 0x80000; // its sign extended
  // what is added to a lane's base: the sum is its place, if its high word is 0
  const std::uint32_t low = (offset - regions->baseLow[0]) ^ kSignBit,
                      high = maskOf(offset >> 31) - regions->baseHigh[0] - (offset < regions->baseLow[0]);
  const auto last = static_cast<std::int32_t>((regions->end[0] - size) ^ kSignBit), // place of an access
      biasedLow = static_cast<std::int32_t>(low);
  const std::uint32_t counts = maskOf(modifiers->extended), exec = operands->exec & maskOf(plain);
  const std::uint32_t sizeBits = reachOf(0, modifiers->size);
  Vector others = {}; // of lanes that execute, what is not 0 where one is not plain
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector biased = lanes.of(operands->row[red_rows::kBase]) + low;
    const Vector carry = (Vector)((Signed)biased < biasedLow); // all ones: -1
    const Vector above = (lanes.of(operands->row[red_rows::kBaseHigh]) + high - carry) & counts;
    const Vector behind = (Vector)((Signed)biased > last);
    const Vector executes = lanes.areIn(exec);
    others |= (above | behind | (biased & (size - 1))) & executes;
    const Vector word = (biased ^ kSignBit) | sizeBits;
    lanes.set(results->row[0], word & executes);
  }
  return plain & (__builtin_reduce_or(others) == 0);
}
} // namespace
} // namespace warplaw::concrete

/// The function of a path, which looks at so many lanes at a time.
#define WARPLAW_RED_PLAIN(path, width)                                                                                 \
  using namespace warplaw::spec;                                                                                       \
  using namespace warplaw::concrete;                                                                                   \
  extern "C" std::uint32_t warplaw_red_plain_##path(const RedModifiers* modifiers, const Operands* operands,           \
                                                    const RedChoices*, const GenericRegions* regions,                  \
                                                    const SpecialInputs* inputs, Results* results) {                   \
    return plainLanes<width>(modifiers, operands, regions, inputs, results);                                           \
  }
