/* An executor whose UP writes a word before its batch. */
#include <warplaw/executor.h>

static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k)
    if (batch[k].mode == WARPLAW_SHFL_UP)
      ((volatile uint32_t*)batch)[-1] = 1;
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "strays", WARPLAW_IMPLEMENTS(shfl, shfl)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
