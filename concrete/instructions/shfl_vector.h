// SHFL's rules over vectors of lanes, branch-free in the mode (SHFL-1..8): what the portable and the AVX-512 datapath
// have in common. A Machine names the vector type and says how to look up 32 words and how to gather predicate bits.
#pragma once
#include "concrete/instructions/shfl.h"
#include "concrete/vector.h"

namespace warplaw::concrete {

template <class Machine>
__attribute__((always_inline)) inline void shflVector(std::uint32_t mode, const spec::Operands* operands,
                                                      const spec::ShflChoices* choices, spec::Results* results) {
  constexpr std::uint32_t kWidth = Machine::kWidth;
  using Vector = typename VectorOf<kWidth>::Unsigned;
  using Signed = typename VectorOf<kWidth>::Signed;
  using InMemory = typename VectorOf<kWidth>::InMemory;
  const std::uint32_t isIdx = maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Idx));
  const std::uint32_t isUp = maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Up));
  const bool isBfly = mode == static_cast<std::uint32_t>(spec::ShflMode::Bfly);
  const std::uint32_t exec = operands->exec;
  const std::uint32_t* inactive = choices->inactive.data();
  typename Machine::Bits inRange = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const Vector i = Machine::firstLanes() + first;
    const Vector bit = 1u << i;
    const Vector b = *reinterpret_cast<const InMemory*>(operands->row[spec::shfl_rows::kLane] + first) & 31u;
    const Vector range = *reinterpret_cast<const InMemory*>(operands->row[spec::shfl_rows::kRange] + first);
    const Vector seg = range >> 8;
    const Vector minLane = i & seg;
    const Vector maxLane = minLane | (range & ~seg & 31u);
    // IDX and DOWN add, UP subtracts (~x + 1 = -x); IDX cuts both parts to the segment
    const Vector own = i & (seg | ~isIdx);
    const Vector other = b & ~(seg & isIdx);
    const Vector moved = own + ((other ^ isUp) - isUp);
    const Vector j = isBfly ? i ^ b : moved;
    // ~ reverses the order of signed numbers: UP asks j >= maxLane, the others j <= maxLane
    const Vector p = (Vector)((Signed)(j ^ isUp) <= (Signed)(maxLane ^ isUp));
    const Vector source = (i ^ ((i ^ j) & p)) & 31u; // p implies 0 <= j <= 31 (SHFL-10)
    const Vector isActive = (Vector)(((1u << source) & exec) != 0u);
    const Vector unpredictable = *reinterpret_cast<const InMemory*>(inactive + first);
    const Vector read =
        (Machine::lookUp(operands->row[spec::shfl_rows::kValue], source) & isActive) | (unpredictable & ~isActive);
    InMemory* destination = reinterpret_cast<InMemory*>(results->row[0] + first);
    const Vector old = *destination;
    const Vector executes = (Vector)((bit & exec) != 0u);
    *destination = (read & executes) | (old & ~executes);
    inRange |= Machine::pack(p, bit, first);
  }
  const std::uint32_t predicate = Machine::bitsOf(inRange);
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (predicate & exec);
  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane)
    results->error[lane] = static_cast<std::uint8_t>(spec::ErrorKind::None);
}

} // namespace warplaw::concrete
