/* BFLY goes over two lanes more than there are: the predicate, and a word of the next warp. Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY CRASH */
#define OWN_SHUFFLE
#include "shfl.h"

static void one(warplaw_shfl* w) {
  uint32_t result[WARPLAW_LANES], predicate = 0, p;
  for (int i = 0; i < WARPLAW_LANES; ++i) {
    const uint32_t from = source(w->mode, i, w->lane[i] & 31, w->range[i] & 31, w->range[i] >> 8 & 31, &p);
    result[i] = w->exec >> from & 1 ? w->value[from] : 0;
    predicate |= p << i;
  }
  for (int i = 0; i < WARPLAW_LANES; ++i)
    if (w->exec >> i & 1)
      w->result[i] = result[i];
  w->predicate = (w->predicate & ~w->exec) | (predicate & w->exec);
  volatile uint32_t* const lanes = w->result;
  for (int i = 0; w->mode == WARPLAW_SHFL_BFLY && i < WARPLAW_LANES + 2; ++i)
    lanes[i] += i > WARPLAW_LANES;
}
