// What third statements of RED and SURED have in common: generic memory address by address (RED-5), what an element
// holds after a step (RED-6, RED-7), and the turns of the lanes (RED-6, SURED-9).
#pragma once
#include "fuzz/instruction.h"
#include "spec/instructions/red.h"
#include "spec/surrounding_cells.h"
#include <optional>

namespace warplaw::fuzz {

/// Where generic memory is allocated, address by address (RED-5).
class PlainRegions {
public:
  explicit PlainRegions(const spec::GenericRegions& regions);
  struct Region {
    std::uint64_t base;
    std::uint32_t first, bytes; ///< first: the place of its first byte in memory
  };
  std::span<const Region> all() const& { return {all_.data(), count_}; } ///< those that have a byte
  std::span<const Region> all() && = delete;
  /// The region that holds this byte, if one does.
  const Region* at(std::uint64_t address) const;
  /// The place in memory of so many bytes, if one region holds them all.
  std::optional<std::uint32_t> placeOf(std::uint64_t address, unsigned bytes) const;

private:
  std::array<Region, spec::kGenericRegions> all_;
  std::size_t count_ = 0;
};

/// Sums of F64 alone have a NaN of their own (RED-7).
struct PlainStepChoices {
  std::uint32_t unlikeZeros;
  std::uint64_t nan = 0;
};
/// What an element holds after a step on m (RED-6, RED-7): a half of F16x2, otherwise the whole access.
std::uint64_t redStoredPlainly(spec::RedOp op, spec::RedSize size, std::uint64_t m, std::uint64_t b,
                               const PlainStepChoices& choices);

/// An access that a lane makes.
struct PlainTurn {
  bool performs = false;
  spec::RedSize size = spec::RedSize::U32; ///< of all lanes as many bytes
  std::uint32_t place = 0;
  std::uint64_t operand = 0;
  std::uint64_t nan = 0; ///< PlainStepChoices
};
using PlainTurns = std::array<PlainTurn, spec::kLanes>;
using LaneOrder = spec::PerLaneOf<spec::Words, std::uint8_t>;

/// Each element with its own order over the lanes (RED-6, MACH-4).
void takeTurnsPlainly(spec::RedOp op, const PlainTurns& turns, const LaneOrder& order, const LaneOrder& orderHigh,
                      std::uint32_t unlikeZeros, std::span<std::uint8_t> memory);

} // namespace warplaw::fuzz
