/* BFLY is kept in its segment (SHFL-12). Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY MISMATCH butterfly-within-its-segment */
#define SPOIL_SOURCE \
  if (mode == WARPLAW_SHFL_BFLY) { \
    from = i ^ (b & ~segment); \
    in_range = from <= greatest; \
  }
#include "shfl.h"
