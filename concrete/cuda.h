// CUDA's functions that lower to a warp's instruction, each on a whole warp: shuffles (CSHFL-1..5) and votes
// (VOTE-1..3), __syncthreads and its kin (BAR-1..4), __prof_trigger (PM-1, PM-2), clocks (SR-3). What a lane passes
// stands in an array of 32. Each is lifted and proved to be what the instruction computes.
#pragma once
#include "spec/cuda.h"
#include "spec/instructions/bar.h"
#include "spec/lanes.h"
#include "spec/surrounding_cells.h"
#include <cstdint>

namespace warplaw::concrete {

/// A shuffle. Arrays hold 32 lanes, lane 0 first; bit i of `exec`: lane i executes the call.
///   var       the words that are shuffled: 32 bits, of whatever type
///   x         each lane's srcLane, delta or laneMask: 32 bits, passed raw; only the lowest 5 bits count (CSHFL-5)
///   width     lanes of a subsection, the same in the whole warp: 1, 2, 4, 8, 16 or 32 (CSHFL-1)
///   inactive  what a lane receives if its source lane does not execute: any values, since no document says (SHFL-7)
///   result    what each lane of exec receives; the words of other lanes stay as they are
/// Any other width is rejected: returns false and writes nothing. Arrays may be read before the result is written, and
/// do not overlap it.
using CudaShuffle = bool(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                         const std::uint32_t* inactive, std::uint32_t* result);

/// A vote of the lanes of `exec`; predicate: one word a lane, where any value but 0 is yes. Each lane of exec receives
/// the answer in `result`, which does not overlap; the words of other lanes stay. Nothing is rejected.
using CudaVote = void(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result);

/// __syncthreads is two steps: a warp arrives, and once it is released it goes on, with a result if there is one
/// (BAR-2). This is the first step, at barrier 0 and for all threads of the CTA.
///   exec       lanes that execute the call; the warp arrives as a whole if there is one (BAR-1)
///   predicate  one word a lane, where any value but 0 is yes; `choices` says what lanes outside exec give (BAR-3)
///   choices    what an implementation chooses; any value of a flag but 0 is 1
///   inputs     the warp's number and the CTA's threads: legal (spec::faultOf)
///   barriers   the CTA's: legal (spec::faultOf). A warp that waits has no turn, and must not call
/// Misuse is rejected: barriers stay as they are. The arguments do not overlap.
using CudaSync = spec::CudaArrival(std::uint32_t exec, const spec::BarChoices* choices,
                                   const spec::SpecialInputs* inputs, spec::Barriers* barriers);
using CudaSyncReduction = spec::CudaArrival(std::uint32_t exec, const std::uint32_t* predicate,
                                            const spec::BarChoices* choices, const spec::SpecialInputs* inputs,
                                            spec::Barriers* barriers);
/// The second step, of a warp that a reduction released: each lane of exec receives the value of the call; the words of
/// other lanes stay. Later reductions without this warp do not change the value. If the warp still waits at barrier 0,
/// or if its last reduction was of the other kind, the call is rejected: it returns false and writes nothing. `inputs`
/// and `barriers` are legal.
using CudaSyncResult = bool(std::uint32_t exec, const spec::SpecialInputs* inputs, const spec::Barriers* barriers,
                            std::uint32_t* result);

extern "C" {
CudaShuffle warplaw_cuda_shfl;      ///< __shfl(var, srcLane, width): SHFL.IDX; wraps in the own subsection (CSHFL-2)
CudaShuffle warplaw_cuda_shfl_up;   ///< __shfl_up(var, delta, width): SHFL.UP (CSHFL-3)
CudaShuffle warplaw_cuda_shfl_down; ///< __shfl_down(var, delta, width): SHFL.DOWN (CSHFL-3)
CudaShuffle warplaw_cuda_shfl_xor;  ///< __shfl_xor(var, laneMask, width): SHFL.BFLY (CSHFL-4)

CudaVote warplaw_cuda_any;    ///< __any(predicate): 1 if any lane of exec says yes, otherwise 0 (VOTE-2)
CudaVote warplaw_cuda_all;    ///< __all(predicate): 1 if every lane of exec says yes, otherwise 0 (VOTE-2)
CudaVote warplaw_cuda_ballot; ///< __ballot(predicate): bit i is set if lane i of exec says yes (VOTE-1)

CudaSync warplaw_cuda_syncthreads;                     ///< __syncthreads(): BAR.SYNC 0
CudaSyncReduction warplaw_cuda_syncthreads_count;      ///< __syncthreads_count(predicate): BAR.RED.POPC 0
CudaSyncReduction warplaw_cuda_syncthreads_and;        ///< __syncthreads_and(predicate): BAR.RED.AND 0
CudaSyncReduction warplaw_cuda_syncthreads_or;         ///< __syncthreads_or(predicate): BAR.RED.OR 0
CudaSyncResult warplaw_cuda_syncthreads_count_result;  ///< of _count, how many threads say yes: B2R.RESULT's register
CudaSyncResult warplaw_cuda_syncthreads_and_or_result; ///< of _and and _or, 1 or 0: B2R.RESULT's predicate

/// __prof_trigger(counter): PMTRIG 1 << counter. A warp in which some lane executes adds 1 (PM-1). Counters from 8 on
/// are rejected: the reason is returned, and no counter changes (PM-2).
spec::CudaTrigger warplaw_cuda_prof_trigger(std::uint32_t exec, std::uint32_t counter, spec::Counters* counters);

/// clock() and clock64(): CS2R.32 of CLOCKLO, CS2R of CLOCK64. Each lane of exec receives the clock of `inputs` (SR-3),
/// which are legal (spec::faultOf); the words of other lanes stay. `result` has 32 words and does not overlap.
void warplaw_cuda_clock(std::uint32_t exec, const spec::SpecialInputs* inputs, std::uint32_t* result);
void warplaw_cuda_clock64(std::uint32_t exec, const spec::SpecialInputs* inputs, std::uint64_t* result);
}

} // namespace warplaw::concrete
