/* Where Rd is Ra, lanes read what lanes below them have written (MACH-2). Expected: SHFL.IDX MISMATCH destination-read-after-it-was-written, SHFL.UP MISMATCH destination-read-after-it-was-written, SHFL.DOWN OK, SHFL.BFLY MISMATCH destination-read-after-it-was-written */
#define OWN_SHUFFLE
#include "shfl.h"

static void one(warplaw_shfl* w) {
  const uint32_t* const value = w->same_register ? w->result : w->value;
  uint32_t p;
  for (int i = 0; i < WARPLAW_LANES; ++i) {
    if (!(w->exec >> i & 1))
      continue;
    const uint32_t from = source(w->mode, i, w->lane[i] & 31, w->range[i] & 31, w->range[i] >> 8 & 31, &p);
    w->result[i] = w->exec >> from & 1 ? value[from] : 0;
    w->predicate = (w->predicate & ~(1u << i)) | p << i;
  }
}
