/* CUDA's shuffles as HIP writes them for a lane, for lanes and distances below the width. Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY OK */
#include <warplaw/lane.h>

#ifndef DISTANCES
#define DISTANCES "below-width"
#endif

/* HIP's __shfl, __shfl_up, __shfl_down and __shfl_xor: `index` is the lane that is asked. */
static uint32_t shuffle(warplaw_shfl_lane* l) {
  const int self = (int)l->number, width = (int)l->width, x = (int)l->lane;
  int index = self;
  switch (l->mode) {
  case WARPLAW_SHFL_IDX:
    index = (int)(l->number / l->width * l->width + l->lane % l->width);
    break;
  case WARPLAW_SHFL_UP:
    index = self - x < (self & ~(width - 1)) ? self : self - x;
    break;
  case WARPLAW_SHFL_DOWN:
    index = (self & (width - 1)) + x >= width ? self : self + x;
    break;
  default:
    index = (self ^ x) >= ((self + width) & ~(width - 1)) ? self : self ^ x;
  }
  return warplaw_from_lane(l, (uint32_t)index);
}

WARPLAW_SHFL_FROM_LANES(shfl, shuffle)

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {
      WARPLAW_TABLE, .name = "shuffles of a lane", .version = "1",
      .domain = "{\"profile\": \"cuda\", \"shfl\": {\"b\": \"" DISTANCES "\", \"inactive\": \"given\"}}",
      WARPLAW_IMPLEMENTS(shfl, shfl)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
