// CUDA's warp functions that lower to SHFL and VOTE, each on a whole warp (CSHFL-1..5, VOTE-1..3): what a lane passes
// stands in an array of 32. Each is lifted and proved to be what the instruction computes.
#pragma once
#include "spec/lanes.h"
#include <cstdint>

namespace warplaw::concrete {

/// A shuffle. Arrays hold 32 lanes, lane 0 first; bit i of `exec`: lane i executes the call.
///   var       the words that are shuffled: 32 bits, of whatever type
///   x         of each lane its srcLane, delta or laneMask: 32 bits, passed raw, of which the lowest 5 count (CSHFL-5)
///   width     lanes of a subsection, the same in the whole warp: 1, 2, 4, 8, 16 or 32 (CSHFL-1)
///   inactive  what a lane receives whose source lane does not execute: any values, which no document settles (SHFL-7)
///   result    of the lanes of exec, what each receives; the words of other lanes stay as they are
/// Any other width is rejected: returns false and writes nothing. Arrays may be read before the result is written, and
/// do not overlap it.
using CudaShuffle = bool(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                         const std::uint32_t* inactive, std::uint32_t* result);

/// A vote of the lanes of `exec`; predicate: of each lane, not 0 is yes. Each lane of exec receives the answer in
/// `result`, which does not overlap; the words of other lanes stay. Nothing is rejected.
using CudaVote = void(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result);

extern "C" {
CudaShuffle warplaw_cuda_shfl;      ///< __shfl(var, srcLane, width): SHFL.IDX; wraps in the own subsection (CSHFL-2)
CudaShuffle warplaw_cuda_shfl_up;   ///< __shfl_up(var, delta, width): SHFL.UP (CSHFL-3)
CudaShuffle warplaw_cuda_shfl_down; ///< __shfl_down(var, delta, width): SHFL.DOWN (CSHFL-3)
CudaShuffle warplaw_cuda_shfl_xor;  ///< __shfl_xor(var, laneMask, width): SHFL.BFLY (CSHFL-4)

CudaVote warplaw_cuda_any;    ///< __any(predicate): 1 if any lane of exec says yes, otherwise 0 (VOTE-2)
CudaVote warplaw_cuda_all;    ///< __all(predicate): 1 if every lane of exec says yes, otherwise 0 (VOTE-2)
CudaVote warplaw_cuda_ballot; ///< __ballot(predicate): bit i is set if lane i of exec says yes (VOTE-1)
}

} // namespace warplaw::concrete
