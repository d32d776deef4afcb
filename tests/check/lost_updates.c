/* All lanes read memory before any of them stores, and no order is told: DOMAIN says for which operations of 32 bits.
 */
#include <string.h>
#include <warplaw/executor.h>

static uint32_t after(int is_inc, uint32_t old, uint32_t operand) {
  return !is_inc ? old + operand : old >= operand ? 0 : old + 1;
}

static void atoms(warplaw_atoms* batch, uint32_t count) {
  for (warplaw_atoms* w = batch; w != batch + count; ++w) {
    uint8_t before[sizeof w->memory];
    memcpy(before, w->memory, sizeof before);
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      uint32_t old, now;
      if (!(w->exec >> i & 1))
        continue;
      memcpy(&old, before + w->address[i], 4);
      now = after(w->op == WARPLAW_ATOMS_INC, old, (uint32_t)w->operand[i]);
      memcpy(w->memory + w->address[i], &now, 4);
      w->returned[i] = old;
      w->error[i] = WARPLAW_NO_ERROR;
    }
  }
}

static uint32_t place(const warplaw_red* w, uint64_t address) {
  uint32_t first = 0;
  for (uint32_t r = 0; r < w->regions; first += w->bytes[r], ++r)
    if (address >= w->base[r] && address - w->base[r] < w->bytes[r])
      return first + (uint32_t)(address - w->base[r]);
  return 0;
}
static void red(warplaw_red* batch, uint32_t count) {
  for (warplaw_red* w = batch; w != batch + count; ++w) {
    uint8_t before[sizeof w->memory];
    memcpy(before, w->memory, sizeof before);
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      uint32_t old, now;
      const uint32_t at = place(w, w->address[i]);
      if (!(w->exec >> i & 1))
        continue;
      memcpy(&old, before + at, 4);
      now = after(w->op == WARPLAW_RED_INC, old, (uint32_t)w->operand[i]);
      memcpy(w->memory + at, &now, 4);
      w->error[i] = WARPLAW_NO_ERROR;
    }
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {
      WARPLAW_TABLE,    .name = "lost updates",           .version = "3",
      .domain = DOMAIN, WARPLAW_IMPLEMENTS(atoms, atoms), WARPLAW_IMPLEMENTS(red, red)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
