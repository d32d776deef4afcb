/* match.any.sync and match.all.sync. Expected: match.any.sync.b32 OK, match.any.sync.b64 OK, match.all.sync.b32 OK, match.all.sync.b64 OK */
#include <warplaw/executor.h>

#ifndef MEMBERS /* of lane i's group */
#define MEMBERS(i) (w->membermask[i] & ~w->exited)
#endif
#ifndef ALIKE
#define ALIKE(i, j) (w->value[i] == w->value[j] && w->high[i] == w->high[j])
#endif

static void match_sync(warplaw_match_sync* batch, uint32_t count) {
  for (warplaw_match_sync* w = batch; w != batch + count; ++w)
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      const uint32_t members = MEMBERS(i);
      uint32_t alike = 0;
      if (!(w->exec >> i & 1))
        continue;
      for (int j = 0; j < WARPLAW_LANES; ++j)
        if (members >> j & 1 && ALIKE(i, j))
          alike |= 1u << j;
      if (w->mode == WARPLAW_MATCH_ANY) {
        w->result[i] = alike;
      } else {
        w->result[i] = alike == members ? members : 0;
        w->predicate = (w->predicate & ~(1u << i)) | (uint32_t)(alike == members) << i;
      }
    }
}

#ifndef DOMAIN
#define DOMAIN 0
#endif
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "match.sync", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(match_sync, match_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
