/* Past the end of its segment, UP and DOWN go on at the other end (SHFL-6). Expected: SHFL.IDX OK, SHFL.UP MISMATCH up-and-down-wrap-in-their-segment, SHFL.DOWN MISMATCH up-and-down-wrap-in-their-segment, SHFL.BFLY OK */
#define SPOIL_SOURCE \
  if (!in_range && (mode == WARPLAW_SHFL_UP || mode == WARPLAW_SHFL_DOWN)) { \
    from = least | (from & ~segment & 31); \
    in_range = 1; \
  }
#include "shfl.h"
