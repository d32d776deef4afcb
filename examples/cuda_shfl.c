/* CUDA's shuffles of whole warps. Expected: __shfl OK, __shfl_up OK, __shfl_down OK, __shfl_xor OK */
#include <warplaw/executor.h>

#ifndef SPOIL_SOURCE
#define SPOIL_SOURCE
#endif

static void shuffle(warplaw_cuda_shfl* batch, uint32_t count) {
  for (warplaw_cuda_shfl* w = batch; w != batch + count; ++w) {
    uint32_t result[WARPLAW_LANES];
    for (uint32_t i = 0; i < WARPLAW_LANES; ++i) {
      const uint32_t x = w->x[i] & 31, first = i & ~(w->width - 1), last = first + w->width - 1;
      uint32_t from = i;
      switch (w->function) {
      case WARPLAW_CUDA_SHFL:
        from = first | (x & (w->width - 1));
        break;
      case WARPLAW_CUDA_SHFL_UP:
        if (i >= first + x)
          from = i - x;
        break;
      case WARPLAW_CUDA_SHFL_DOWN:
        if (i + x <= last)
          from = i + x;
        break;
      default:
        if ((i ^ x) <= last)
          from = i ^ x;
      }
      SPOIL_SOURCE
      result[i] = w->exec >> from & 1 ? w->var[from] : w->inactive[i];
    }
    for (int i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1)
        w->result[i] = result[i];
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "CUDA's shuffles", .version = "1",
                                         .domain = "{\"cuda_shfl\": {\"inactive\": \"given\"}}",
                                         WARPLAW_IMPLEMENTS(cuda_shfl, shuffle)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
