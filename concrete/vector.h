// Vectors of words with element-wise arithmetic, as all vector code writes them.
#pragma once
#include <cstdint>

namespace warplaw::concrete {

/// kWidth words. Unsigned wraps around; Signed is for comparisons and arithmetic shifts.
template <unsigned kWidth> struct VectorOf {
  typedef std::uint32_t Unsigned __attribute__((vector_size(kWidth * 4)));
  typedef std::int32_t Signed __attribute__((vector_size(kWidth * 4)));
  typedef std::uint32_t InMemory __attribute__((vector_size(kWidth * 4), aligned(4), may_alias));
};

/// All ones or none.
constexpr std::uint32_t maskOf(bool set) { return set ? ~0u : 0u; }

} // namespace warplaw::concrete
