/* UP wraps below lane 0 to lane 31 (SHFL-4). Expected: SHFL.IDX OK, SHFL.UP MISMATCH up-wraps-below-lane-0, SHFL.DOWN OK, SHFL.BFLY OK */
#define SPOIL_SOURCE \
  if (mode == WARPLAW_SHFL_UP && from < 0) { \
    from &= 31; \
    in_range = 1; \
  }
#include "shfl.h"
