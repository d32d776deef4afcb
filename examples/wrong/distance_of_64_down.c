/* DOWN alone has distances of six bits (SHFL-9); the other modes are code of their own. Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN MISMATCH high-bits-of-b-count, SHFL.BFLY OK */
#define DISTANCE(b) (w->mode == WARPLAW_SHFL_DOWN ? (int)((b) & 63) : (int)((b) & 31))
#include "shfl.h"
