// SHFL's rules over vectors of lanes, branch-free in the mode (SHFL-1..8): what all datapaths have in common. Lanes'
// numbers are bytes, so that one vector, or two, has those of a warp. A Machine says in which order these stand, how
// words become them and they words, how many words are looked up at a time, and how.
#pragma once
#include "concrete/instructions/shfl.h"
#include "concrete/vector.h"

namespace warplaw::concrete {

using WarpBytes = VectorOf<spec::kLanes>::Bytes;
using SignedWarpBytes = VectorOf<spec::kLanes>::SignedBytes;

/// Lanes' bytes one behind the other, and words of kWidth lanes.
template <unsigned width> struct LanesInOrder {
  static constexpr std::uint32_t kWidth = width;
  using Vector = typename VectorOf<kWidth>::Unsigned;
  static constexpr WarpBytes kNumbers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                         16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  using Row = VectorOf<spec::kLanes>::InMemory;

  /// The five lowest bits of each word; and those from bit 8 on.
  static void lowest(const std::uint32_t* row, WarpBytes& low) {
    low = __builtin_convertvector(*reinterpret_cast<const Row*>(row) & 31u, WarpBytes);
  }
  static void lowestTwo(const std::uint32_t* row, WarpBytes& low, WarpBytes& high) {
    typedef std::uint16_t Halves __attribute__((vector_size(spec::kLanes * 2)));
    const Halves both = __builtin_convertvector(*reinterpret_cast<const Row*>(row) & 0x1f1fu, Halves);
    low = __builtin_convertvector(both, WarpBytes);
    high = __builtin_convertvector(both >> 8, WarpBytes);
  }
  static Vector wordsOf(const WarpBytes& bytes, std::uint32_t first) {
    return __builtin_convertvector(group(bytes, first), Vector);
  }
  static auto group(const WarpBytes& bytes, std::uint32_t first) {
    return reinterpret_cast<const typename VectorOf<kWidth>::Bytes*>(&bytes)[first / kWidth];
  }
  /// Bit i: the sign of lane i's byte.
  static std::uint32_t signs(const WarpBytes& bytes) {
    typedef bool Bits __attribute__((ext_vector_type(spec::kLanes)));
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector((SignedWarpBytes)bytes < 0, Bits));
  }
};

/// Which lane each lane reads, 0..31, and of which lanes it is in range (SHFL-1..6).
struct ShflSources {
  WarpBytes lane;
  std::uint32_t inRange; ///< bit i: lane i's
};

/// The sources that the operand rows `lane` and `range` name.
template <class Machine>
__attribute__((always_inline)) inline ShflSources shflSources(std::uint32_t mode, const std::uint32_t* lane,
                                                              const std::uint32_t* range) {
  using Words = VectorOf<spec::kLanes / 4>::Unsigned;
  const Words modes = Words{} + mode; // compared as vectors: what is no vector yet takes longer to become one
  const WarpBytes isIdx = (WarpBytes)(modes == static_cast<std::uint32_t>(spec::ShflMode::Idx)),
                  isUp = (WarpBytes)(modes == static_cast<std::uint32_t>(spec::ShflMode::Up)),
                  isBfly = (WarpBytes)(modes == static_cast<std::uint32_t>(spec::ShflMode::Bfly));
  const WarpBytes i = Machine::kNumbers;
  WarpBytes b, clamp, seg;
  Machine::lowest(lane, b);
  Machine::lowestTwo(range, clamp, seg);
  const WarpBytes maxLane = (i & seg) | (clamp & ~seg);
  // IDX and DOWN add, UP subtracts (~x + 1 = -x); IDX cuts both parts to the segment
  const WarpBytes own = i & (seg | ~isIdx);
  const WarpBytes other = b & ~(seg & isIdx);
  const WarpBytes moved = own + ((other ^ isUp) - isUp);
  const WarpBytes j = ((i ^ b) & isBfly) | (moved & ~isBfly);
  // ~ reverses the order of signed numbers: UP asks j >= maxLane, the others j <= maxLane
  const auto p = (WarpBytes)((SignedWarpBytes)(j ^ isUp) <= (SignedWarpBytes)(maxLane ^ isUp));
  return {(i ^ ((i ^ j) & p)) & 31, Machine::signs(p)}; // p implies 0 <= j <= 31 (SHFL-10)
}

/// What the lanes from `first` on receive of the operand row `value`. `participants`: in each lane the mask of those
/// that it may read; from another it receives its word of `otherwise` (SHFL-7).
template <class Machine, class Vector>
__attribute__((always_inline)) inline Vector received(const ShflSources& sources, std::uint32_t first,
                                                      const std::uint32_t* value, Vector participants,
                                                      const std::uint32_t* otherwise) {
  const Vector source = Machine::wordsOf(sources.lane, first);
  const Vector isActive = (Vector)(((1u << source) & participants) != 0u);
  const Vector unpredictable = LanesFrom<Machine::kWidth>{first}.of(otherwise);
  return (Machine::lookUp(value, sources.lane, first) & isActive) | (unpredictable & ~isActive);
}

template <class Machine>
__attribute__((always_inline)) inline void shflVector(std::uint32_t mode, const spec::Operands* operands,
                                                      const spec::ShflChoices* choices, spec::Results* results) {
  constexpr std::uint32_t kWidth = Machine::kWidth;
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const auto& row = operands->row;
  const std::uint32_t exec = operands->exec;
  const ShflSources sources = shflSources<Machine>(mode, row[spec::shfl_rows::kLane], row[spec::shfl_rows::kRange]);
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
