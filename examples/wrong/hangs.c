/* UP by 31 steps back until it meets lane 32. Expected: SHFL.IDX OK, SHFL.UP TIMEOUT, SHFL.DOWN OK, SHFL.BFLY OK */
#define SPOIL_SOURCE \
  if (mode == WARPLAW_SHFL_UP && b == 31) \
    for (volatile int lane = i; lane != 32; lane = (lane - 1) & 31) \
      ;
#include "shfl.h"
