// CUDA's warp functions as terms, written from CSHFL-1 and VOTE-1..3 alone: which SHFL or VOTE each one is.
#pragma once
#include "symbolic/encodings/shfl.h"
#include "symbolic/encodings/vote.h"

namespace warplaw::symbolic {

/// Widths that the shuffles take (CSHFL-1).
inline constexpr unsigned kCudaWidths[] = {1, 2, 4, 8, 16, 32};
Term isCudaWidth(Term width); ///< 32 bits to width 1

/// Sc of the SHFL that a shuffle is (CSHFL-1): 32 bits, of 32 bits.
Term cudaRange(spec::ShflMode mode, Term width);

/// What a shuffle is called with: 32 bits each.
struct CudaShuffle {
  Term exec, width;
  PerLane<Term> var, x, inactive;
};
/// What the lanes' results are afterwards; as before where the width is rejected.
PerLane<Term> cudaShuffle(spec::ShflMode mode, const CudaShuffle& call, const PerLane<Term>& before);
/// Which lane a lane reads: `lane` of 5 bits, x and width of 32.
ShflSource cudaSource(spec::ShflMode mode, Term lane, Term x, Term width);

enum class CudaVote { Any, All, Ballot };
/// What the lanes' results are after a vote; predicate: of each lane, not 0 is yes.
PerLane<Term> cudaVote(CudaVote which, Term exec, const PerLane<Term>& predicate, const PerLane<Term>& before);

} // namespace warplaw::symbolic
