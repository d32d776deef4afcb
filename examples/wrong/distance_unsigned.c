/* Distances have 32 bits, and lanes are compared without a sign (SHFL-9). Expected: SHFL.IDX OK, SHFL.UP MISMATCH high-bits-of-b-count, SHFL.DOWN MISMATCH high-bits-of-b-count, SHFL.BFLY MISMATCH high-bits-of-b-count */
#define DISTANCE(b) (int)(b)
#define SPOIL_SOURCE \
  if (mode != WARPLAW_SHFL_IDX) { \
    const uint32_t at = (uint32_t)from; \
    in_range = mode == WARPLAW_SHFL_UP ? at >= (uint32_t)greatest : at <= (uint32_t)greatest; \
    from = (int)(at & 31); \
  }
#include "shfl.h"
