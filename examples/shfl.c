/* SHFL as PTX states it, all of it. Expected: SHFL.IDX OK, SHFL.UP OK, SHFL.DOWN OK, SHFL.BFLY OK */
#include <warplaw/executor.h>

static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (warplaw_shfl* w = batch; w != batch + count; ++w) {
    uint32_t result[WARPLAW_LANES];
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      const int b = w->lane[i] & 31, clamp = w->range[i] & 31, segment = w->range[i] >> 8 & 31;
      const int least = i & segment, greatest = least | (clamp & ~segment);
      int from = 0, inRange = 0;
      switch (w->mode) {
      case WARPLAW_SHFL_IDX:
        from = least | (b & ~segment);
        inRange = from <= greatest;
        break;
      case WARPLAW_SHFL_UP:
        from = i - b;
        inRange = from >= greatest;
        break;
      case WARPLAW_SHFL_DOWN:
        from = i + b;
        inRange = from <= greatest;
        break;
      default:
        from = i ^ b;
        inRange = from <= greatest;
      }
      if (!inRange)
        from = i;
      result[i] = w->exec >> from & 1 ? w->value[from] : 0;
      if (w->exec >> i & 1)
        w->predicate = (w->predicate & ~(1u << i)) | (uint32_t)inRange << i;
    }
    for (int i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1)
        w->result[i] = result[i];
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "shfl, right", .version = "1",
                                         .domain = "{\"shfl\": {\"inactive\": \"zero\"}}", WARPLAW_IMPLEMENTS(shfl, shfl)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
