/* vote.sync, group by group. Expected: vote.sync.all OK, vote.sync.any OK, vote.sync.uni OK, vote.sync.ballot OK */
#include <warplaw/executor.h>

#ifndef MEMBERS /* of lane i's group */
#define MEMBERS(i) (w->membermask[i] & ~w->exited)
#endif

static void vote_sync(warplaw_vote_sync* batch, uint32_t count) {
  for (warplaw_vote_sync* w = batch; w != batch + count; ++w)
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      const uint32_t members = MEMBERS(i), yes = members & w->votes;
      const int all = yes == members, any = yes != 0;
      const int answer = w->mode == WARPLAW_VOTE_SYNC_ALL ? all : w->mode == WARPLAW_VOTE_SYNC_ANY ? any : all || !any;
      if (!(w->exec >> i & 1))
        continue;
      if (w->mode == WARPLAW_VOTE_SYNC_BALLOT)
        w->ballot[i] = yes;
      else
        w->predicate = (w->predicate & ~(1u << i)) | (uint32_t)answer << i;
    }
}

#ifndef DOMAIN
#define DOMAIN 0
#endif
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "vote.sync", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(vote_sync, vote_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
