/* Distances have six bits, as in a wave of 64 lanes (SHFL-9). Expected: SHFL.IDX OK, SHFL.UP MISMATCH high-bits-of-b-count, SHFL.DOWN MISMATCH high-bits-of-b-count, SHFL.BFLY MISMATCH high-bits-of-b-count */
#define DISTANCE(b) ((b) & 63)
#include "shfl.h"
