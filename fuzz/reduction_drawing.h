// What records of RED and SURED have in common: elements of regions, Rb and memory with numbers at which sums change
// their mind, orders of the lanes (RED-5..7).
#pragma once
#include "fuzz/record.h"
#include "fuzz/reduction_plain.h"

namespace warplaw::fuzz {

/// Every address of an aligned access in a region; those below 4 GiB alone where no other can be reached.
struct ReductionElements {
  struct Stretch {
    std::uint64_t from;
    std::uint32_t count;
  };
  std::array<Stretch, spec::kGenericRegions> run;
  unsigned runs = 0;
  std::uint32_t count = 0, bytes; ///< elements of all runs; of one
  ReductionElements(const PlainRegions& regions, unsigned size, bool above4GiB);
  std::uint64_t operator[](std::uint32_t number) const; ///< 0 where there is none
};

/// Rb's words by style: of floats mostly numbers, of integers what rows are (fillRow); high words by style (modulo 4)
/// zero, all ones, the lane's own bytes, edges. bytes, highBytes: 128 of a record.
struct ReductionOperands {
  std::uint32_t *low, *high;
};
void drawOperands(ReductionOperands operands, spec::RedSize size, const std::uint8_t* bytes, unsigned style,
                  const std::uint8_t* highBytes, unsigned highStyle);

/// What elements hold, by style (modulo 8): small values, some lane's operand, edges, zero; of floats mostly numbers;
/// otherwise the bytes as they stand, 128 of a record. Elements lie where their addresses are aligned, not their
/// places.
void drawMemory(std::span<std::uint8_t> memory, spec::RedSize size, const PlainRegions& regions,
                ReductionOperands operands, const std::uint8_t* bytes, unsigned style);

/// By style (modulo 4): lane order, backwards, any.
void drawOrder(LaneOrder& order, unsigned style, Dice& dice);

} // namespace warplaw::fuzz
