/* What the wrong shuffles of this folder share: a right one, of which each spoils one thing by defining a macro before it
   includes this file, and the table. */
#include <warplaw/executor.h>

/* `from` is the lane that lane i reads where `in_range`; mode, i, b, clamp, segment, least, greatest are at hand. */
#ifndef SPOIL_SOURCE
#define SPOIL_SOURCE
#endif
#ifndef DISTANCE /* what counts of b */
#define DISTANCE(b) ((b) & 31)
#endif
#ifndef SPOIL_PREDICATE
#define SPOIL_PREDICATE in_range
#endif
#ifndef IS_ON
#define IS_ON(lane) (w->exec >> (lane) & 1)
#endif
#ifndef FROM_OFF /* what lane i gives where `from` is off */
#define FROM_OFF 0
#endif
#ifndef DOMAIN
#define DOMAIN "{\"shfl\": {\"inactive\": \"zero\"}}"
#endif

static uint32_t source(uint32_t mode, int i, int b, int clamp, int segment, uint32_t* p) {
  const int least = i & segment, greatest = least | (clamp & ~segment & 31);
  int from = 0, in_range = 0;
  switch (mode) {
  case WARPLAW_SHFL_IDX:
    from = least | (b & ~segment & 31);
    in_range = from <= greatest;
    break;
  case WARPLAW_SHFL_UP:
    from = i - b;
    in_range = from >= greatest;
    break;
  case WARPLAW_SHFL_DOWN:
    from = i + b;
    in_range = from <= greatest;
    break;
  default:
    from = i ^ b;
    in_range = from <= greatest;
  }
  SPOIL_SOURCE
  *p = (uint32_t)(SPOIL_PREDICATE);
  return (uint32_t)(in_range ? from : i);
}

static inline void shuffle(warplaw_shfl* w) {
  uint32_t result[WARPLAW_LANES], predicate = 0, p;
  for (int i = 0; i < WARPLAW_LANES; ++i) {
    const uint32_t from = source(w->mode, i, DISTANCE(w->lane[i]), w->range[i] & 31, w->range[i] >> 8 & 31, &p);
    result[i] = IS_ON(from) ? w->value[from] : FROM_OFF;
    predicate |= p << i;
  }
  for (int i = 0; i < WARPLAW_LANES; ++i)
    if (IS_ON(i)) {
      w->result[i] = result[i];
      w->predicate = (w->predicate & ~(1u << i)) | (predicate & 1u << i);
    }
}

#ifdef OWN_SHUFFLE
static void one(warplaw_shfl* w);
#else
#define one shuffle
#endif

static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k)
    one(&batch[k]);
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "a wrong shuffle", .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(shfl, shfl)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
