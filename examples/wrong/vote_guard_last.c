/* Predicates in a file: where Pu is the guard, lanes that have their answer are counted by it, not by what it was (MACH-2). Expected: VOTE.ALL MISMATCH guard-read-after-it-was-written, VOTE.ANY OK, VOTE.EQ MISMATCH guard-read-after-it-was-written */
#include <warplaw/executor.h>

static void vote(warplaw_vote* batch, uint32_t count) {
  for (warplaw_vote* w = batch; w != batch + count; ++w) {
    const uint32_t guarded = w->exec;
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      const uint32_t exec = w->predicate_is == WARPLAW_IS_GUARD ? w->predicate : guarded;
      const uint32_t yes = exec & w->votes;
      const int all = yes == exec, any = yes != 0;
      const int answer = w->mode == WARPLAW_VOTE_ALL ? all : w->mode == WARPLAW_VOTE_ANY ? any : all || !any;
      if (!(guarded >> i & 1))
        continue;
      w->ballot[i] = guarded & w->votes;
      w->predicate = (w->predicate & ~(1u << i)) | (uint32_t)answer << i;
    }
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "vote, guard last", WARPLAW_IMPLEMENTS(vote, vote)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
