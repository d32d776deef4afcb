/* CUDA's warp functions from C: 64 bits of a lane below, and who has none. */
#include <stdio.h>
#include <warplaw/cuda.h>

int main(void) {
  warplaw_cuda_warp warp = {.exec = 0xff};
  uint32_t mask[WARPLAW_LANES], delta[WARPLAW_LANES], promised;
  uint64_t value[WARPLAW_LANES], result[WARPLAW_LANES] = {0};
  for (unsigned lane = 0; lane < WARPLAW_LANES; ++lane) {
    mask[lane] = 0xff;
    delta[lane] = 1;
    value[lane] = (uint64_t)lane << 33;
  }
  if (!warplaw_cuda_shfl_down_sync_b64(&warp, mask, value, delta, 32, result, &promised) || promised != 0x7f)
    return printf("promised to %x\n", promised), 1;
  return result[3] != value[4] || warplaw_cuda_shfl_sync_b64(&warp, mask, value, delta, 24, result, &promised);
}
