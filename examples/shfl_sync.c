/* shfl.sync as PTX states it; a lane whose source is no member gets 0, which is as right as anything. Expected: shfl.sync.idx OK, shfl.sync.up OK, shfl.sync.down OK, shfl.sync.bfly OK */
#include <warplaw/executor.h>

#ifndef MEMBERS /* of lane i's group */
#define MEMBERS(i) (w->membermask[i] & ~w->exited)
#endif

static void shfl_sync(warplaw_shfl_sync* batch, uint32_t count) {
  for (warplaw_shfl_sync* w = batch; w != batch + count; ++w)
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      const int b = w->lane[i] & 31, clamp = w->range[i] & 31, segment = w->range[i] >> 8 & 31;
      const int least = i & segment, greatest = least | (clamp & ~segment);
      int from = 0, inRange = 0;
      if (!(w->exec >> i & 1))
        continue;
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
      w->result[i] = MEMBERS(i) >> from & 1 ? w->value[from] : 0;
      w->predicate = (w->predicate & ~(1u << i)) | (uint32_t)inRange << i;
    }
}

#ifndef DOMAIN
#define DOMAIN 0
#endif
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "shfl.sync", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(shfl_sync, shfl_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
