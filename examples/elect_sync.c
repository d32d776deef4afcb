/* elect.sync, whose leader is the greatest member, and activemask. Expected: elect.sync OK, activemask OK */
#include <warplaw/executor.h>

#ifndef LEADER /* of lane i's group */
#define LEADER(i) greatest(w->membermask[i])
#endif
#ifndef DOMAIN
#define DOMAIN 0
#endif

static inline uint32_t greatest(uint32_t mask) {
  uint32_t lane = 31;
  while (lane > 0 && !(mask >> lane & 1))
    --lane;
  return lane;
}
static inline uint32_t least(uint32_t mask) {
  uint32_t lane = 0;
  while (lane < 31 && !(mask >> lane & 1))
    ++lane;
  return lane;
}

static void elect_sync(warplaw_elect_sync* batch, uint32_t count) {
  for (warplaw_elect_sync* w = batch; w != batch + count; ++w)
    for (uint32_t i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1) {
        const uint32_t leader = LEADER(i);
        w->result[i] = leader;
        w->predicate = (w->predicate & ~(1u << i)) | (uint32_t)(leader == i) << i;
      }
}

static void activemask(warplaw_activemask* batch, uint32_t count) {
  for (warplaw_activemask* w = batch; w != batch + count; ++w)
    for (int i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1)
        w->result[i] = w->exec;
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "elect.sync", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(activemask, activemask),
                                         WARPLAW_IMPLEMENTS(elect_sync, elect_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
