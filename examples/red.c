/* RED on integers, F32 and F64, one lane after the other from lane 31 down; it reports this order. Expected: RED.* OK */
#include <string.h>
#include <warplaw/executor.h>

/* Where an access lies wholly in one region: its place in memory; otherwise -1 (RED-5). */
static int place(const warplaw_red* w, uint64_t address, uint32_t bytes) {
  uint32_t first = 0;
  for (uint32_t r = 0; r < w->regions; first += w->bytes[r++])
    if (address >= w->base[r] && address + bytes <= w->base[r] + w->bytes[r])
      return (int)(first + (uint32_t)(address - w->base[r]));
  return -1;
}

static int in_window(uint64_t address, uint32_t first, uint32_t bytes) { return address >= first && address < (uint64_t)first + bytes; }

/* Subnormals are zeros of their sign (RED-7). */
#ifndef FLUSHED
#define FLUSHED(word) ((word) << 1 >> 24 ? (word) : (word) & 0x80000000)
#endif

static uint32_t sum32(uint32_t m, uint32_t b) {
  float x, y;
  m = FLUSHED(m), b = FLUSHED(b);
  memcpy(&x, &m, 4), memcpy(&y, &b, 4);
  x += y;
  memcpy(&m, &x, 4);
  return x != x ? 0x7fffffff : FLUSHED(m);
}

static uint64_t sum64(uint64_t m, uint64_t b) {
  double x, y;
  memcpy(&x, &m, 8), memcpy(&y, &b, 8);
  x += y;
  memcpy(&m, &x, 8);
  return m;
}

/* Is a less than b? */
static int less(uint32_t size, uint64_t a, uint64_t b) {
  return size == WARPLAW_RED_S32 ? (int32_t)a < (int32_t)b : size == WARPLAW_RED_S64 ? (int64_t)a < (int64_t)b : a < b;
}

/* What memory holds after a step on m. */
static uint64_t step(const warplaw_red* w, uint64_t m, uint64_t b) {
  switch (w->op) {
  case WARPLAW_RED_ADD:
    return w->size == WARPLAW_RED_F32 ? sum32((uint32_t)m, (uint32_t)b) : w->size == WARPLAW_RED_F64 ? sum64(m, b) : m + b;
  case WARPLAW_RED_MIN:
    return less(w->size, b, m) ? b : m;
  case WARPLAW_RED_MAX:
    return less(w->size, m, b) ? b : m;
  case WARPLAW_RED_INC:
    return m >= b ? 0 : m + 1;
  case WARPLAW_RED_DEC:
    return m == 0 || m > b ? b : m - 1;
  case WARPLAW_RED_AND:
    return m & b;
  case WARPLAW_RED_OR:
    return m | b;
  default:
    return m ^ b;
  }
}

static void red(warplaw_red* batch, uint32_t count) {
  for (warplaw_red* w = batch; w != batch + count; ++w) {
    const uint32_t bytes = w->size == WARPLAW_RED_U64 || w->size == WARPLAW_RED_S64 || w->size == WARPLAW_RED_F64 ? 8 : 4;
    w->order_is_known = 1;
    for (int k = 0; k < WARPLAW_LANES; ++k) {
      const int i = WARPLAW_LANES - 1 - k, at = place(w, w->address[i], bytes);
      w->order[k] = w->order_high[k] = (uint8_t)i;
      if (!(w->exec >> i & 1))
        continue;
      if (w->address[i] % bytes)
        w->error[i] = WARPLAW_MISALIGNED_ADDRESS;
      else if (in_window(w->address[i], w->shared_window, w->shared_window_bytes) ||
               in_window(w->address[i], w->local_window, w->local_window_bytes))
        w->error[i] = WARPLAW_INVALID_ADDRESS_SPACE;
      else if (at < 0)
        w->error[i] = WARPLAW_ADDRESS_OUT_OF_RANGE;
      if (w->error[i])
        continue;
      uint64_t m = 0;
      memcpy(&m, w->memory + at, bytes);
      m = step(w, m, w->operand[i]);
      memcpy(w->memory + at, &m, bytes);
    }
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {
      WARPLAW_TABLE, .name = "red, right",
      .domain = "{\"red\": {\"operations\": [\"ADD.U32\", \"ADD.S32\", \"ADD.U64\", \"ADD.F32.FTZ.RN\", \"ADD.F64.RN\", "
                "\"MIN.U32\", \"MIN.S32\", \"MIN.U64\", \"MIN.S64\", \"MAX.U32\", \"MAX.S32\", \"MAX.U64\", \"MAX.S64\", "
                "\"INC.U32\", \"DEC.U32\", \"AND.U32\", \"AND.U64\", \"OR.U32\", \"OR.U64\", \"XOR.U32\", \"XOR.U64\"]}}",
      WARPLAW_IMPLEMENTS(red, red)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
