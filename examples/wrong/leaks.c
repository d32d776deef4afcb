/* After a BFLY, IDX gives one more: the last mode is kept from warp to warp. Expected: SHFL.IDX MISMATCH, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY OK */
#define OWN_SHUFFLE
#include "shfl.h"

static void one(warplaw_shfl* w) {
  static uint32_t last;
  uint32_t result[WARPLAW_LANES], predicate = 0, p;
  for (int i = 0; i < WARPLAW_LANES; ++i) {
    const uint32_t from = source(w->mode, i, w->lane[i] & 31, w->range[i] & 31, w->range[i] >> 8 & 31, &p);
    result[i] = w->exec >> from & 1 ? w->value[from] : 0;
    predicate |= p << i;
  }
  for (int i = 0; i < WARPLAW_LANES; ++i)
    if (w->exec >> i & 1)
      w->result[i] = result[i] + (w->mode == WARPLAW_SHFL_IDX && last == WARPLAW_SHFL_BFLY);
  w->predicate = (w->predicate & ~w->exec) | (predicate & w->exec);
  last = w->mode;
}
