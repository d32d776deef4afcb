/* A handful of PTX's operations of one thread; all others it declines. Expected: OK. A bit of MISTAKES each makes one
   that is typical: shl.b32, bfe.s32, prmt.b32, min.f32, cvt.rzi.s32.f32 (five_mistakes.c); and the sixth of
   setp.lt.and.s32, which gives both predicates of p|q. */
#include <string.h>
#include <warplaw/executor.h>
#ifndef MISTAKES
#define MISTAKES 0
#endif
#define IS_WRONG(number) (MISTAKES >> (number) & 1)

static uint32_t shl(uint32_t a, uint32_t b) { return IS_WRONG(0) ? a << (b & 31) : b < 32 ? a << b : 0; }
static uint32_t bfe_s32(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t first = b & 255, length = c & 255, top = first + length - 1 < 31 ? first + length - 1 : 31;
  uint32_t result = 0;
  if (length == 0 && !IS_WRONG(1)) /* else its sign is the bit below the field */
    return 0;
  for (uint32_t i = 0; i < 32; ++i)
    result |= (i < length && first + i < 32 ? a >> (first + i) & 1 : a >> (top & 31) & 1) << i;
  return result;
}
static uint32_t prmt(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t from = c >> 4 * i & 15, byte = (uint32_t)(((uint64_t)b << 32 | a) >> 8 * (from & 7)) & 255;
    result |= (from & 8 && !IS_WRONG(2) ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
  }
  return result;
}
static int is_nan(uint32_t a) { return (a & 0x7fffffff) > 0x7f800000; }
static float as_float(uint32_t a) {
  float f;
  memcpy(&f, &a, sizeof f);
  return f;
}
static uint32_t min_f32(uint32_t a, uint32_t b) {
  if (!IS_WRONG(3) && (is_nan(a) || is_nan(b)))
    return !is_nan(a) ? a : !is_nan(b) ? b : 0x7fffffff;
  if (as_float(a) == as_float(b))
    return a | b; /* -0 is less than +0 */
  return as_float(a) < as_float(b) ? a : b;
}
static uint32_t cvt_rzi_s32_f32(uint32_t a) {
  const float f = as_float(a);
  if (f >= -2147483648.f && f < 2147483648.f)
    return (uint32_t)(int32_t)f;
  return IS_WRONG(4) ? 0x80000000 : is_nan(a) ? 0 : a >> 31 ? 0x80000000 : 0x7fffffff; /* what x86 gives */
}
/* p combines the comparison with c; q combines the negated comparison, and is not p negated */
static void setp_lt_and_s32(warplaw_ptx* c, int32_t x, int32_t y) {
  c->result = x < y && c->source[2];
  c->second = IS_WRONG(5) ? !c->result : !(x < y) && c->source[2];
  c->gives_second = 1;
}

static void ptx(warplaw_ptx* batch, uint32_t count) { /* all of one operation */
#define IS(text) (strcmp(c->opcode, text) == 0)
  for (warplaw_ptx* c = batch; c != batch + count; ++c) {
    const uint32_t x = (uint32_t)c->source[0], y = (uint32_t)c->source[1], z = (uint32_t)c->source[2];
    if (IS("add.s32") || IS("add.u32"))
      c->result = x + y;
    else if (IS("shl.b32"))
      c->result = shl(x, y);
    else if (IS("bfe.s32"))
      c->result = bfe_s32(x, y, z);
    else if (IS("prmt.b32"))
      c->result = prmt(x, y, z);
    else if (IS("min.f32"))
      c->result = min_f32(x, y);
    else if (IS("cvt.rzi.s32.f32"))
      c->result = cvt_rzi_s32_f32(x);
    else if (IS("setp.lt.and.s32"))
      setp_lt_and_s32(c, (int32_t)x, (int32_t)y);
    else
      c->declined = 1;
  }
}

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "some of PTX", WARPLAW_IMPLEMENTS(ptx, ptx)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
