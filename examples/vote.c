/* VOTE, all of it. Expected: VOTE.ALL OK, VOTE.ANY OK, VOTE.EQ OK */
#include <warplaw/executor.h>

static void vote(warplaw_vote* batch, uint32_t count) {
  for (warplaw_vote* w = batch; w != batch + count; ++w) {
    const uint32_t yes = w->exec & w->votes;
    const int all = yes == w->exec, any = yes != 0;
    const int answer = w->mode == WARPLAW_VOTE_ALL ? all : w->mode == WARPLAW_VOTE_ANY ? any : all || !any;
    for (int i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1)
        w->ballot[i] = yes;
    w->predicate = answer ? w->predicate | w->exec : w->predicate & ~w->exec;
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "vote", WARPLAW_IMPLEMENTS(vote, vote)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
