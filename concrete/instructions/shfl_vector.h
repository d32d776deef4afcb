// SHFL's rules over vectors of lanes, branch-free in the mode (SHFL-1..8): what all datapaths have in common. Lanes'
// numbers are bytes, so that one vector, or two, has those of a warp. A Machine names how many words are looked up at a
// time, and says how.
#pragma once
#include "concrete/instructions/shfl.h"
#include "concrete/vector.h"

namespace warplaw::concrete {

using WarpBytes = VectorOf<spec::kLanes>::Bytes;
using SignedWarpBytes = VectorOf<spec::kLanes>::SignedBytes;

/// Which lane each lane reads, 0..31, and of which lanes it is in range (SHFL-1..6).
struct ShflSources {
  WarpBytes lane;
  std::uint32_t inRange; ///< bit i: lane i's
};

/// Of the operand rows `lane` and `range`.
__attribute__((always_inline)) inline ShflSources shflSources(std::uint32_t mode, const std::uint32_t* lane,
                                                              const std::uint32_t* range) {
  using InMemory = VectorOf<spec::kLanes>::InMemory;
  typedef std::uint16_t Halves __attribute__((vector_size(spec::kLanes * 2)));
  using Words = VectorOf<spec::kLanes / 4>::Unsigned;
  const WarpBytes isIdx = (WarpBytes)(Words{} + maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Idx)));
  const WarpBytes isUp = (WarpBytes)(Words{} + maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Up)));
  const WarpBytes isBfly = (WarpBytes)(Words{} + maskOf(mode == static_cast<std::uint32_t>(spec::ShflMode::Bfly)));
  const WarpBytes i = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                       16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  const WarpBytes b = __builtin_convertvector(*reinterpret_cast<const InMemory*>(lane) & 31u, WarpBytes);
  const Halves both = __builtin_convertvector(*reinterpret_cast<const InMemory*>(range) & 0x1f1fu, Halves);
  const WarpBytes clamp = __builtin_convertvector(both, WarpBytes), seg = __builtin_convertvector(both >> 8, WarpBytes);
  const WarpBytes maxLane = (i & seg) | (clamp & ~seg);
  // IDX and DOWN add, UP subtracts (~x + 1 = -x); IDX cuts both parts to the segment
  const WarpBytes own = i & (seg | ~isIdx);
  const WarpBytes other = b & ~(seg & isIdx);
  const WarpBytes moved = own + ((other ^ isUp) - isUp);
  const WarpBytes j = ((i ^ b) & isBfly) | (moved & ~isBfly);
  // ~ reverses the order of signed numbers: UP asks j >= maxLane, the others j <= maxLane
  const auto p = (SignedWarpBytes)(j ^ isUp) <= (SignedWarpBytes)(maxLane ^ isUp);
  typedef bool Bits __attribute__((ext_vector_type(spec::kLanes)));
  return {(i ^ ((i ^ j) & (WarpBytes)p)) & 31, // p implies 0 <= j <= 31 (SHFL-10)
          __builtin_bit_cast(std::uint32_t, __builtin_convertvector(p, Bits))};
}

/// What the lanes from `first` on receive of the operand row `value`. `participants`: in each lane the mask of those
/// that it may read; from another it receives its word of `otherwise` (SHFL-7).
template <class Machine, class Vector>
__attribute__((always_inline)) inline Vector received(const ShflSources& sources, std::uint32_t first,
                                                      const std::uint32_t* value, Vector participants,
                                                      const std::uint32_t* otherwise) {
  using Width = VectorOf<Machine::kWidth>;
  const auto bytes = reinterpret_cast<const typename Width::Bytes*>(&sources.lane)[first / Machine::kWidth];
  const Vector source = __builtin_convertvector(bytes, Vector);
  const Vector isActive = (Vector)(((1u << source) & participants) != 0u);
  const Vector unpredictable = *reinterpret_cast<const typename Width::InMemory*>(otherwise + first);
  return (Machine::lookUp(value, bytes) & isActive) | (unpredictable & ~isActive);
}

template <class Machine>
__attribute__((always_inline)) inline void shflVector(std::uint32_t mode, const spec::Operands* operands,
                                                      const spec::ShflChoices* choices, spec::Results* results) {
  constexpr std::uint32_t kWidth = Machine::kWidth;
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const auto& row = operands->row;
  const std::uint32_t exec = operands->exec;
  const ShflSources sources = shflSources(mode, row[spec::shfl_rows::kLane], row[spec::shfl_rows::kRange]);
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector given =
        received<Machine>(sources, first, row[spec::shfl_rows::kValue], Vector{} + exec, choices->inactive.data());
    const Vector executes = lanes.areIn(exec);
    lanes.set(results->row[0], (given & executes) | (lanes.of(results->row[0]) & ~executes));
  }
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (sources.inRange & exec);
  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane)
    results->error[lane] = static_cast<std::uint8_t>(spec::ErrorKind::None);
}

} // namespace warplaw::concrete
