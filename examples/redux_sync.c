/* redux.sync, floats too. Expected: redux.sync.* OK */
#include <string.h>
#include <warplaw/executor.h>

#ifndef LESS /* of floats that are no NaN */
#define LESS(x, y) (key(x) < key(y))
#endif
#ifndef NAN_WINS
#define NAN_WINS w->nan
#endif

static int isNaN(uint32_t word) { return (word & 0x7fffffff) > 0x7f800000; }

/* Floats in the order of words, -0 before +0. */
static inline uint32_t key(uint32_t word) { return word >> 31 ? ~word : word | 0x80000000; }
static inline float asFloat(uint32_t word) {
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static uint32_t joined(const warplaw_redux_sync* w, uint32_t a, uint32_t b) {
  const int isSigned = w->type == WARPLAW_REDUX_S32;
  const uint32_t flip = isSigned ? 0x80000000 : 0;
  const int less = (a ^ flip) < (b ^ flip);
  switch (w->op) {
  case WARPLAW_REDUX_ADD:
    return a + b;
  case WARPLAW_REDUX_MIN:
    return less ? a : b;
  case WARPLAW_REDUX_MAX:
    return less ? b : a;
  case WARPLAW_REDUX_AND:
    return a & b;
  case WARPLAW_REDUX_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

static uint32_t joinedFloats(const warplaw_redux_sync* w, uint32_t a, uint32_t b) {
  if (isNaN(a) || isNaN(b))
    return NAN_WINS || (isNaN(a) && isNaN(b)) ? 0x7fffffff : isNaN(a) ? b : a;
  return (w->op == WARPLAW_REDUX_MIN ? LESS(b, a) : LESS(a, b)) ? b : a;
}

static void redux_sync(warplaw_redux_sync* batch, uint32_t count) {
  for (warplaw_redux_sync* w = batch; w != batch + count; ++w)
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      const uint32_t members = w->membermask[i] & ~w->exited;
      uint32_t all = 0;
      int some = 0;
      if (!(w->exec >> i & 1))
        continue;
      for (int j = 0; j < WARPLAW_LANES; ++j)
        if (members >> j & 1) {
          const uint32_t word = w->absolute ? w->value[j] & 0x7fffffff : w->value[j];
          all = !some ? word : w->type == WARPLAW_REDUX_F32 ? joinedFloats(w, all, word) : joined(w, all, word);
          some = 1;
        }
      w->result[i] = w->type == WARPLAW_REDUX_F32 && isNaN(all) ? 0x7fffffff : all;
    }
}

#ifndef DOMAIN
#define DOMAIN 0
#endif
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "redux.sync", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(redux_sync, redux_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
