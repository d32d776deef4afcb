// CUDA's functions of today on a warp as terms, written from SYNC-8 and CSHFL-1 alone: which .sync instruction each one
// is, with which operands, and which lanes are promised a result (SYNC-1, SYNC-2).
#pragma once
#include "symbolic/encodings/activemask.h"
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/votesync.h"

namespace warplaw::symbolic {

/// The lanes that call, their masks, and the words that they receive if no result is promised. 32 bits each.
struct CudaWarp {
  Term exec, exited;
  Term overlapIsDefined; ///< whatever is not 0 is 1
  Term anyPredicate;
  PerLane<Term> any, anyHigh; ///< of 64 bits the low word and the high one
};
struct CudaSyncCall {
  CudaWarp warp;
  PerLane<Term> mask;
};

/// What is written, or, of what is handed in, what stood there before.
struct CudaReceived {
  PerLane<Term> result; ///< 32 bits; of a shuffle of 64 these
  Term promised;        ///< 32 bits: bit i: the rules say what lane i receives
  PerLane<Term> pred;   ///< 32 bits; of match_all
};

/// var: words of 32 bits, or of 64; x, width: 32. A rejected width leaves all as it was.
struct CudaSyncShuffle {
  spec::ShflsyncMode mode;
  CudaSyncCall call;
  PerLane<Term> var, x;
  Term width;
};
CudaReceived cudaShuffle(const CudaSyncShuffle& shuffle, const CudaReceived& before);

/// predicate: of each lane, not 0 is yes.
CudaReceived cudaVote(spec::VotesyncMode mode, const CudaSyncCall& call, const PerLane<Term>& predicate,
                      const CudaReceived& before);
/// value: words of 32 bits, or of 64.
CudaReceived cudaMatch(spec::MatchsyncMode mode, const CudaSyncCall& call, const PerLane<Term>& value,
                       const CudaReceived& before);
CudaReceived cudaReduction(spec::ReduxsyncOp op, spec::ReduxsyncType type, const CudaSyncCall& call,
                           const PerLane<Term>& value, const CudaReceived& before);
/// What the lanes' results are afterwards.
PerLane<Term> cudaActivemask(Term exec, const PerLane<Term>& before);

} // namespace warplaw::symbolic
