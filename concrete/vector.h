// Vectors of words with element-wise arithmetic, as all vector code writes them.
#pragma once
#include "spec/lanes.h"
#include <cstdint>

namespace warplaw::concrete {

/// kWidth words, or as many bytes. Unsigned wraps around; Signed is for comparisons and arithmetic shifts.
template <unsigned kWidth> struct VectorOf {
  typedef std::uint32_t Unsigned __attribute__((vector_size(kWidth * 4)));
  typedef std::int32_t Signed __attribute__((vector_size(kWidth * 4)));
  typedef std::uint32_t InMemory __attribute__((vector_size(kWidth * 4), aligned(4), may_alias));
  typedef std::uint8_t Bytes __attribute__((vector_size(kWidth), may_alias));
  typedef std::int8_t SignedBytes __attribute__((vector_size(kWidth)));
};

/// All ones or none.
constexpr std::uint32_t maskOf(bool set) { return set ? ~0u : 0u; }

/// Sixteen lanes that are all ones or none, a bit each. By reference: a vector that not every processor has is no
/// argument.
__attribute__((always_inline)) inline std::uint32_t bitsOf(const VectorOf<16>::Signed& lanes) {
  typedef bool Bits __attribute__((ext_vector_type(16)));
  return __builtin_bit_cast(std::uint16_t, __builtin_convertvector(lanes, Bits));
}

/// kWidth lanes from `first` on.
template <unsigned kWidth> struct LanesFrom {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  using InMemory = typename VectorOf<kWidth>::InMemory;
  std::uint32_t first;

  __attribute__((always_inline)) Vector of(const std::uint32_t* row) const {
    return *reinterpret_cast<const InMemory*>(row + first);
  }
  __attribute__((always_inline)) void set(std::uint32_t* row, Vector words) const {
    *reinterpret_cast<InMemory*>(row + first) = words;
  }
  /// Bit i in lane i.
  __attribute__((always_inline)) Vector ownBit() const {
    Vector bits = {};
#pragma clang loop unroll(full)
    for (std::uint32_t lane = 0; lane < kWidth; ++lane)
      bits[lane] = 1u << lane;
    return bits << first;
  }
  __attribute__((always_inline)) Vector numbers() const {
    Vector numbers = {};
#pragma clang loop unroll(full)
    for (std::uint32_t lane = 0; lane < kWidth; ++lane)
      numbers[lane] = first + lane;
    return numbers;
  }
  /// All ones where the lane's bit of the mask is set.
  __attribute__((always_inline)) Vector areIn(std::uint32_t mask) const { return (Vector)((ownBit() & mask) != 0u); }
  /// In each lane the mask of the lanes that hold the same word of the row.
  __attribute__((always_inline)) Vector sameAs(const std::uint32_t* row) const {
    const Vector own = of(row);
    Vector same = {};
#pragma clang loop unroll(full)
    for (std::uint32_t other = 0; other < spec::kLanes; ++other)
      same |= (Vector)(own == row[other]) & (1u << other);
    return same;
  }
};

} // namespace warplaw::concrete
