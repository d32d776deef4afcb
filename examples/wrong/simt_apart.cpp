/* Only lanes that vote yes come to the ballot, while the others wait in a barrier: nobody can go on. Expected: VOTE.ALL CRASH, VOTE.ANY CRASH, VOTE.EQ CRASH */
#include <warplaw/simt.h>

namespace simt = warplaw::simt;

static void vote(warplaw_vote* batch, std::uint32_t count) {
  simt::each_warp(batch, count, [](warplaw_vote& w) {
    const unsigned i = simt::lane();
    std::uint32_t yes = 0;
    if (w.votes >> i & 1)
      yes = simt::ballot(true);
    simt::barrier();
    const bool all = yes == simt::active(), any = yes != 0;
    w.ballot[i] = yes;
    simt::set_bit(w.predicate, w.mode == WARPLAW_VOTE_ALL ? all : w.mode == WARPLAW_VOTE_ANY ? any : all || !any);
  });
}

const warplaw_executor* warplaw_executor_open(std::uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "lanes apart", WARPLAW_IMPLEMENTS(vote, vote)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : nullptr;
}
