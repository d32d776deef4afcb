// CUDA's functions on a warp as terms, written from CSHFL-1, VOTE-1..3, BAR-1..4, PM-1, PM-2 and SR-3 alone: each is
// expressed by the instruction that it is.
#pragma once
#include "spec/cuda.h"
#include "symbolic/encodings/b2r.h"
#include "symbolic/encodings/bar.h"
#include "symbolic/encodings/cs2r.h"
#include "symbolic/encodings/pmtrig.h"
#include "symbolic/encodings/shfl.h"
#include "symbolic/encodings/vote.h"

namespace warplaw::symbolic {

/// Widths that the shuffles take (CSHFL-1).
inline constexpr unsigned kCudaWidths[] = {1, 2, 4, 8, 16, 32};
Term isCudaWidth(Term width); ///< 32 bits to width 1

/// Sc of the SHFL that a shuffle is (CSHFL-1): 32 bits, from 32 bits.
Term cudaRange(spec::ShflMode mode, Term width);

/// What a shuffle is called with: 32 bits each.
struct CudaShuffle {
  Term exec, width;
  PerLane<Term> var, x, inactive;
};
/// The lanes' results afterwards; as before if the width is rejected.
PerLane<Term> cudaShuffle(spec::ShflMode mode, const CudaShuffle& call, const PerLane<Term>& before);
/// Which lane a lane reads: `lane` of 5 bits, x and width of 32.
ShflSource cudaSource(spec::ShflMode mode, Term lane, Term x, Term width);

enum class CudaVote { Any, All, Ballot };
/// The lanes' results after a vote; predicate: one word a lane, where any value but 0 is yes.
PerLane<Term> cudaVote(CudaVote which, Term exec, const PerLane<Term>& predicate, const PerLane<Term>& before);

/// What a warp calls __syncthreads or one of its kin with; 32 bits each.
struct CudaSync {
  spec::BarOp op;
  Term exec;
  PerLane<Term> predicate; ///< not 0 is yes; of a reduction
  BarChoiceTerms choices;  ///< of a flag whatever is not 0 is 1
  SpecialInputTerms inputs;
};
/// Its arrival: spec::CudaArrival, 32 bits; `barriers` before in, after out.
Term cudaSync(const CudaSync& call, BarrierTerms& barriers);

/// The value of the call once the warp is released.
struct CudaSyncResult {
  Term accepted; ///< width 1
  PerLane<Term> after;
};
CudaSyncResult cudaSyncResult(bool isCount, Term exec, const SpecialInputTerms& inputs, const BarrierTerms& barriers,
                              const PerLane<Term>& before);

/// spec::CudaTrigger, 32 bits; `counters` before in, after out.
Term cudaTrigger(Term exec, Term counter, CounterTerms& counters);

/// The lanes' results after a read of the clock: words of 32 bits, or of 64.
PerLane<Term> cudaClock(Term exec, const SpecialInputTerms& inputs, const PerLane<Term>& before);
PerLane<Term> cudaClock64(Term exec, const SpecialInputTerms& inputs, const PerLane<Term>& before);

} // namespace warplaw::symbolic
