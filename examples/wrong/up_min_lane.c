/* UP compares with the segment's first lane, as a published document says (SHFL-4). Expected: SHFL.IDX OK, SHFL.UP MISMATCH up-in-range-from-the-least-lane, SHFL.DOWN OK, SHFL.BFLY OK */
#define SPOIL_SOURCE \
  if (mode == WARPLAW_SHFL_UP) \
    in_range = from >= least;
#include "shfl.h"
