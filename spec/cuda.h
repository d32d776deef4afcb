// The answers of CUDA's functions that touch a warp's surroundings: how a call went, so that a simulator can go on
// (BAR-2, BAR-4, PM-2).
#pragma once
#include <cstdint>

namespace warplaw::spec {

/// What happens to a warp that calls __syncthreads or one of its kin.
enum class CudaArrival : std::uint32_t {
  NobodyCalls, ///< no lane of the warp executes: nothing happens, and it goes on
  Waits,       ///< it has arrived, and gets no turn until another warp's arrival releases it
  Releases,    ///< it was the last: it goes on, and so does every warp that waited
  Misuse       ///< what is open there was begun by another function of them: nothing happens (BAR-4)
};

/// What a call of __prof_trigger does.
enum class CudaTrigger : std::uint32_t {
  Counts,
  Reserved,     ///< counters 8..15: rejected, nothing happens (PM-2)
  NoSuchCounter ///< from 16 on: the same
};
inline constexpr unsigned kTriggerCounters = 8; ///< that __prof_trigger takes (PM-2)

} // namespace warplaw::spec
