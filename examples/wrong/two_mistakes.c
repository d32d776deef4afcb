/* UP compares with the segment's first lane (SHFL-4), and an off source gives the own value, not 0 (SHFL-7). Expected: SHFL.IDX MISMATCH inactive-source-gives-the-own-value, SHFL.UP MISMATCH up-in-range-from-the-least-lane inactive-source-gives-the-own-value, SHFL.DOWN MISMATCH inactive-source-gives-the-own-value, SHFL.BFLY MISMATCH inactive-source-gives-the-own-value */
#define SPOIL_SOURCE \
  if (mode == WARPLAW_SHFL_UP) \
    in_range = from >= least;
#define FROM_OFF w->value[i]
#include "shfl.h"
