// The loops that one would write first, from the rules as they read (SHFL-1..8, ATOMS-2, -4..6, -9, -10, VOTE-1..3,
// VID-1..7, -9..11): what the executors' speed is compared with. No executor, and nobody's oracle.
#pragma once
#include "concrete/instructions/atoms.h"
#include "concrete/instructions/shfl.h"
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

} // namespace warplaw::bench
