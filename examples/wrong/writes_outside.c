/* BFLY goes over two lanes more than there are: the predicate, and a word of the next warp. Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY CRASH */
#define OWN_SHUFFLE
#include "shfl.h"

static void one(warplaw_shfl* w) {
  shuffle(w);
  volatile uint32_t* const lanes = w->result;
  for (int i = 0; w->mode == WARPLAW_SHFL_BFLY && i < WARPLAW_LANES + 2; ++i)
    lanes[i] += i > WARPLAW_LANES;
}
