/* DOWN by 31 divides by zero. Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN CRASH, SHFL.BFLY OK */
#define SPOIL_SOURCE \
  if (mode == WARPLAW_SHFL_DOWN) { \
    volatile int left = 31 - b, whole = 31; \
    whole /= left; \
  }
#include "shfl.h"
