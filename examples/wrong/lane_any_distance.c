/* A distance is taken as it is, not its bits 4:0 (CSHFL-2..4). Expected: SHFL.IDX OK, SHFL.UP MISMATCH high-bits-of-b-count, SHFL.DOWN MISMATCH high-bits-of-b-count, SHFL.BFLY MISMATCH high-bits-of-b-count */
#define DISTANCES "any"
#include "../shfl_lane.c"
