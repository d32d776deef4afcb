/* A distance is taken as it is, not its bits 4:0 (CSHFL-2..4). Expected: SHFL.IDX OK, SHFL.UP MISMATCH, SHFL.DOWN MISMATCH, SHFL.BFLY MISMATCH */
#define DISTANCES "any"
#include "../shfl_lane.c"
