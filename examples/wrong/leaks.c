/* After a BFLY, IDX gives one more: the last mode is kept from warp to warp. Expected: SHFL.IDX MISMATCH, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY OK */
#define OWN_SHUFFLE
#include "shfl.h"

static void one(warplaw_shfl* w) {
  static uint32_t last;
  shuffle(w);
  for (int i = 0; i < WARPLAW_LANES; ++i)
    if (w->exec >> i & 1)
      w->result[i] += w->mode == WARPLAW_SHFL_IDX && last == WARPLAW_SHFL_BFLY;
  last = w->mode;
}
