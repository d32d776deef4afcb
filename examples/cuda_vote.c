/* CUDA's votes of whole warps. Expected: __all OK, __any OK, __ballot OK */
#include <warplaw/executor.h>

#ifndef SAYS_YES
#define SAYS_YES(word) ((word) != 0)
#endif

static void vote(warplaw_cuda_vote* batch, uint32_t count) {
  for (warplaw_cuda_vote* w = batch; w != batch + count; ++w) {
    uint32_t ballot = 0;
    for (int i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1 && SAYS_YES(w->predicate[i]))
        ballot |= 1u << i;
    const uint32_t answer = w->function == WARPLAW_CUDA_BALLOT ? ballot
                            : w->function == WARPLAW_CUDA_ANY  ? ballot != 0
                                                               : ballot == w->exec;
    for (int i = 0; i < WARPLAW_LANES; ++i)
      if (w->exec >> i & 1)
        w->result[i] = answer;
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "CUDA's votes", .version = "1",
                                         WARPLAW_IMPLEMENTS(cuda_vote, vote)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
