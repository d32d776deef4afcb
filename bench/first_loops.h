// The loops that one would write first, from the rules as they read (SHFL-1..8, ATOMS-2, -4..6, -9, -10, VOTE-1..3,
// VID-1..7, -9..11, RED-2..7, SURED-3..9, SYNC-1, -4, -5): what the executors' speed is compared with. No executor, and
// nobody's oracle.
#pragma once
#include "concrete/instructions/atoms.h"
#include "concrete/instructions/matchsync.h"
#include "concrete/instructions/red.h"
#include "concrete/instructions/reduxsync.h"
#include "concrete/instructions/shfl.h"
#include "concrete/instructions/sured.h"
#include "concrete/instructions/video.h"
#include "concrete/instructions/vote.h"
#include "concrete/instructions/vsimd.h"

namespace warplaw::bench {

concrete::ShflDatapath firstShflLoop;
concrete::AtomsDatapath firstAddLoop;  ///< ATOMS.ADD.U32
concrete::AtomsDatapath firstSpinLoop; ///< ATOMS.CAST.SPIN.U32
concrete::VoteDatapath firstVoteLoop;
concrete::VideoDatapath firstVideoLoop;
concrete::VsimdDatapath firstVsimdLoop;
concrete::RedDatapath firstRedLoop; ///< RED.ADD.U32, .F32
concrete::SuredDatapath
    firstSuredLoop; ///< SURED.D.2D.ADD.U32, .F32 under NEAR, on surfaces of 32-bit texels, block linear or pitch
concrete::MatchsyncDatapath firstMatchLoop; ///< match.any.sync.b32
concrete::ReduxsyncDatapath firstReduxLoop; ///< redux.sync of integers and bits

} // namespace warplaw::bench
