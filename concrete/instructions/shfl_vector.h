// SHFL's rules over vectors of lanes, branch-free in the mode (SHFL-1..8): what the portable and the AVX-512 datapath
// have in common. A Machine names the vector type and says how to look up 32 words and how to gather predicate bits.
#pragma once
#include "concrete/instructions/shfl.h"
#include "concrete/vector.h"

namespace warplaw::concrete {

/// The lanes from `first` on, of operand rows `value`, `lane` and `range`. `participants`: in each lane the mask of
/// those that it may read; from another it receives its word of `otherwise` (SHFL-7). inRange: all ones where the
/// source lane is.
template <class Machine, class Vector>
__attribute__((always_inline)) inline Vector
shuffled(std::uint32_t mode, std::uint32_t first, const std::uint32_t* value, const std::uint32_t* lane,
         const std::uint32_t* range, Vector participants, const std::uint32_t* otherwise, Vector& inRange) {
  using Signed = typename VectorOf<Machine::kWidth>::Signed;
  using InMemory = typename VectorOf<Machine::kWidth>::InMemory;
  const std::uint32_t isIdx = maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Idx));
  const std::uint32_t isUp = maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Up));
  const bool isBfly = mode == static_cast<std::uint32_t>(spec::ShflMode::Bfly);
  const Vector i = Machine::firstLanes() + first;
  const Vector b = *reinterpret_cast<const InMemory*>(lane + first) & 31u;
  const Vector c = *reinterpret_cast<const InMemory*>(range + first);
  const Vector seg = c >> 8;
  const Vector minLane = i & seg;
  const Vector maxLane = minLane | (c & ~seg & 31u);
  // IDX and DOWN add, UP subtracts (~x + 1 = -x); IDX cuts both parts to the segment
  const Vector own = i & (seg | ~isIdx);
  const Vector other = b & ~(seg & isIdx);
  const Vector moved = own + ((other ^ isUp) - isUp);
  const Vector j = isBfly ? i ^ b : moved;
  // ~ reverses the order of signed numbers: UP asks j >= maxLane, the others j <= maxLane
  const Vector p = (Vector)((Signed)(j ^ isUp) <= (Signed)(maxLane ^ isUp));
  const Vector source = (i ^ ((i ^ j) & p)) & 31u; // p implies 0 <= j <= 31 (SHFL-10)
  const Vector isActive = (Vector)(((1u << source) & participants) != 0u);
  const Vector unpredictable = *reinterpret_cast<const InMemory*>(otherwise + first);
  inRange = p;
  return (Machine::lookUp(value, source) & isActive) | (unpredictable & ~isActive);
}

template <class Machine>
__attribute__((always_inline)) inline void shflVector(std::uint32_t mode, const spec::Operands* operands,
                                                      const spec::ShflChoices* choices, spec::Results* results) {
  constexpr std::uint32_t kWidth = Machine::kWidth;
  using Vector = typename VectorOf<kWidth>::Unsigned;
  using InMemory = typename VectorOf<kWidth>::InMemory;
  const std::uint32_t exec = operands->exec;
  typename Machine::Bits inRange = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const Vector bit = 1u << (Machine::firstLanes() + first);
    Vector isInRange;
    const Vector given =
        shuffled<Machine>(mode, first, operands->row[spec::shfl_rows::kValue], operands->row[spec::shfl_rows::kLane],
                          operands->row[spec::shfl_rows::kRange], Vector{} + exec, choices->inactive.data(), isInRange);
    InMemory* destination = reinterpret_cast<InMemory*>(results->row[0] + first);
    const Vector old = *destination;
    const Vector executes = (Vector)((bit & exec) != 0u);
    *destination = (given & executes) | (old & ~executes);
    inRange |= Machine::pack(isInRange, bit, first);
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
