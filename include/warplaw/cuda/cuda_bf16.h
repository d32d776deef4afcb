// bfloat16 as CUDA names it: the upper half of a float. Sums and products are those of floats, rounded once more: 24
// bits are enough that this is the one rounding.
#pragma once
#include "../cuda_device.h"
#define WARPLAW_BF16 static __host__ __device__ __inline__ __attribute__((always_inline, nodebug))

struct __nv_bfloat16;
WARPLAW_BF16 __nv_bfloat16 __float2bfloat16_rn(float x);
WARPLAW_BF16 float __bfloat162float(__nv_bfloat16 b);
struct alignas(2) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __host__ __device__ __inline__ __nv_bfloat16(float x) { *this = __float2bfloat16_rn(x); }
  __host__ __device__ __inline__ operator float() const { return __bfloat162float(*this); }
};
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};

WARPLAW_BF16 float __bfloat162float(__nv_bfloat16 b) { return __builtin_bit_cast(float, unsigned{b.bits} << 16); }
/// Nearest even; of a NaN the one that cvt.rn.bf16.f32 gives.
WARPLAW_BF16 __nv_bfloat16 __float2bfloat16_rn(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  __nv_bfloat16 made;
  made.bits = static_cast<unsigned short>(x != x ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  return made;
}
WARPLAW_BF16 __nv_bfloat16 __float2bfloat16(float x) { return __float2bfloat16_rn(x); }
WARPLAW_BF16 unsigned short __bfloat16_as_ushort(__nv_bfloat16 b) { return b.bits; }
WARPLAW_BF16 __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 made;
  made.bits = bits;
  return made;
}
WARPLAW_BF16 __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) + float(b); }
WARPLAW_BF16 __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) - float(b); }
WARPLAW_BF16 __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) * float(b); }
WARPLAW_BF16 __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
WARPLAW_BF16 float2 __bfloat1622float2(__nv_bfloat162 b) { return make_float2(b.x, b.y); }
#define WARPLAW_CUDA_SHUFFLE(name, Mode, mode, clamp, Distance, x)                                                     \
  static __device__ __inline__ __nv_bfloat16 __##name##_sync(unsigned mask, __nv_bfloat16 value, Distance by,          \
                                                             int width = warpSize) {                                   \
    return __ushort_as_bfloat16(static_cast<unsigned short>(__##name##_sync(mask, unsigned{value.bits}, by, width)));  \
  }
#include "../cuda_functions.def"
#undef WARPLAW_BF16
