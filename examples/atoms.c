/* ATOMS, all of it, one lane after the other from lane 31 down; it does not report this order. Expected: ATOMS.* OK */
#include <string.h>
#include <warplaw/executor.h>

#ifndef INCREMENTED /* wrong/inc_adds_limit.c has another */
#define INCREMENTED(m, b) ((m) >= (b) ? 0 : (m) + 1)
#endif
#ifndef OPERAND /* of lane i, when its step is taken */
#define OPERAND w->operand[i]
#endif
#ifndef BANKS /* wrong/sixteen_banks.c has fewer */
#define BANKS 32
#endif
#ifndef LANE_AT /* the lane whose turn is number k */
#define LANE_AT(k) (WARPLAW_LANES - 1 - (k))
#endif

/* What memory holds after a step on m, as 64 bits. */
static uint64_t step(const warplaw_atoms* w, uint64_t m, uint64_t b, uint64_t c) {
  const int is_signed = w->size == WARPLAW_S32;
  const int less = is_signed ? (int32_t)b < (int32_t)m : b < m;
  switch (w->op) {
  case WARPLAW_ATOMS_ADD:
    return m + b;
  case WARPLAW_ATOMS_MIN:
    return less ? b : m;
  case WARPLAW_ATOMS_MAX:
    return less ? m : b;
  case WARPLAW_ATOMS_INC:
    return INCREMENTED(m, b);
  case WARPLAW_ATOMS_DEC:
    return m == 0 || m > b ? b : m - 1;
  case WARPLAW_ATOMS_AND:
    return m & b;
  case WARPLAW_ATOMS_OR:
    return m | b;
  case WARPLAW_ATOMS_XOR:
    return m ^ b;
  case WARPLAW_ATOMS_EXCH:
    return b;
  default:
    return m == b ? c : m;
  }
}

static void atoms(warplaw_atoms* batch, uint32_t count) {
  for (warplaw_atoms* w = batch; w != batch + count; ++w) {
    const uint32_t bytes = w->size == WARPLAW_U64 ? 8 : 4;
    uint32_t banks = 0; /* under .SPIN one lane of each bank performs (ATOMS-10) */
    for (int k = 0; k < WARPLAW_LANES; ++k) {
      const int i = LANE_AT(k);
      if (!(w->exec >> i & 1))
        continue;
      if ((uint64_t)w->address[i] + bytes > w->allocated) {
        w->error[i] = WARPLAW_ADDRESS_OUT_OF_RANGE;
        continue;
      }
      if (w->address[i] % bytes) {
        w->error[i] = WARPLAW_MISALIGNED_ADDRESS;
        continue;
      }
      const uint32_t bank = 1u << (w->address[i] >> 2) % BANKS;
      if (w->op == WARPLAW_ATOMS_CAST_SPIN && banks & bank) {
        w->returned[i] = 0;
        continue;
      }
      banks |= bank;
      uint64_t m = 0;
      memcpy(&m, w->memory + w->address[i], bytes);
      const uint64_t after = step(w, m, OPERAND, w->swap[i]);
      memcpy(w->memory + w->address[i], &after, bytes);
      w->returned[i] = w->op >= WARPLAW_ATOMS_CAST ? m == w->operand[i] : m;
    }
  }
}

#ifndef DOMAIN
#define DOMAIN 0
#endif
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "atoms", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(atoms, atoms)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
