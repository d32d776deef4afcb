/* DOWN checks the range of the lane modulo 32 (SHFL-3). Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN MISMATCH down-in-range-modulo-32, SHFL.BFLY OK */
#define SPOIL_PREDICATE (mode == WARPLAW_SHFL_DOWN ? (from & 31) <= greatest : in_range)
#include "shfl.h"
