// Half precision as CUDA names it: values of _Float16, whose arithmetic clang makes PTX's f16 instructions of.
#pragma once
#include "../cuda_device.h"
#define WARPLAW_HALF static __host__ __device__ __inline__ __attribute__((always_inline, nodebug))
#define WARPLAW_MEMBER __host__ __device__ __inline__ __attribute__((always_inline, nodebug))

struct alignas(2) __half {
  _Float16 value;
  __half() = default;
  WARPLAW_MEMBER __half(_Float16 v) : value(v) {}
  WARPLAW_MEMBER __half(float v) : value(static_cast<_Float16>(v)) {}
  WARPLAW_MEMBER __half(double v) : value(static_cast<_Float16>(v)) {}
  WARPLAW_MEMBER __half(int v) : value(static_cast<_Float16>(v)) {}
  WARPLAW_MEMBER __half(unsigned v) : value(static_cast<_Float16>(v)) {}
  WARPLAW_MEMBER operator float() const { return value; }
};
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  WARPLAW_MEMBER __half2(__half low, __half high) : x(low), y(high) {}
};
using half = __half;
using half2 = __half2;

WARPLAW_HALF float __half2float(__half h) { return h.value; }
WARPLAW_HALF __half __float2half(float x) { return x; }
WARPLAW_HALF __half __float2half_rn(float x) { return x; }
WARPLAW_HALF __half __double2half(double x) { return x; }
WARPLAW_HALF __half __int2half_rn(int x) { return x; }
WARPLAW_HALF __half __uint2half_rn(unsigned x) { return x; }
WARPLAW_HALF unsigned short __half_as_ushort(__half h) { return __builtin_bit_cast(unsigned short, h.value); }
WARPLAW_HALF short __half_as_short(__half h) { return __builtin_bit_cast(short, h.value); }
WARPLAW_HALF __half __ushort_as_half(unsigned short bits) { return __builtin_bit_cast(_Float16, bits); }
WARPLAW_HALF __half __short_as_half(short bits) { return __builtin_bit_cast(_Float16, bits); }

#define WARPLAW_HALF_OPERATION(Name, Operator)                                                                         \
  WARPLAW_HALF __half Name(__half a, __half b) { return static_cast<_Float16>(a.value Operator b.value); }             \
  WARPLAW_HALF __half2 Name##2(__half2 a, __half2 b) { return {Name(a.x, b.x), Name(a.y, b.y)}; }                      \
  WARPLAW_HALF __half operator Operator(__half a, __half b) { return Name(a, b); }                                     \
  WARPLAW_HALF __half2 operator Operator(__half2 a, __half2 b) { return Name##2(a, b); }                               \
  WARPLAW_HALF __half& operator Operator##=(__half & a, __half b) { return a = Name(a, b); }                           \
  WARPLAW_HALF __half2& operator Operator##=(__half2 & a, __half2 b) { return a = Name##2(a, b); }
WARPLAW_HALF_OPERATION(__hadd, +)
WARPLAW_HALF_OPERATION(__hsub, -)
WARPLAW_HALF_OPERATION(__hmul, *)
WARPLAW_HALF_OPERATION(__hdiv, /)
#undef WARPLAW_HALF_OPERATION
#define WARPLAW_HALF_COMPARISON(Name, Operator)                                                                        \
  WARPLAW_HALF bool Name(__half a, __half b) { return a.value Operator b.value; }                                      \
  WARPLAW_HALF bool operator Operator(__half a, __half b) { return Name(a, b); }
WARPLAW_HALF_COMPARISON(__heq, ==)
WARPLAW_HALF_COMPARISON(__hne, !=)
WARPLAW_HALF_COMPARISON(__hlt, <)
WARPLAW_HALF_COMPARISON(__hle, <=)
WARPLAW_HALF_COMPARISON(__hgt, >)
WARPLAW_HALF_COMPARISON(__hge, >=)
#undef WARPLAW_HALF_COMPARISON
WARPLAW_HALF __half __hneg(__half a) { return static_cast<_Float16>(-a.value); }
WARPLAW_HALF __half operator-(__half a) { return __hneg(a); }
WARPLAW_HALF __half __habs(__half a) { return __ushort_as_half(__half_as_ushort(a) & 0x7fff); }
WARPLAW_HALF bool __hisnan(__half a) { return a.value != a.value; }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 530
static __device__ __inline__ __half __hfma(__half a, __half b, __half c) {
  unsigned short d;
  asm("fma.rn.f16 %0, %1, %2, %3;"
      : "=h"(d)
      : "h"(__half_as_ushort(a)), "h"(__half_as_ushort(b)), "h"(__half_as_ushort(c)));
  return __ushort_as_half(d);
}
static __device__ __inline__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
#endif
WARPLAW_HALF __half __hmax(__half a, __half b) {
  return __hisnan(a) || a < b || (a == b && __half_as_short(a) < 0) ? b : a; // -0 is less than 0
}
WARPLAW_HALF __half __hmin(__half a, __half b) {
  return __hisnan(a) || b < a || (a == b && __half_as_short(b) < 0) ? b : a;
}

WARPLAW_HALF __half2 __halves2half2(__half low, __half high) { return {low, high}; }
WARPLAW_HALF __half2 make_half2(__half x, __half y) { return {x, y}; }
WARPLAW_HALF __half2 __half2half2(__half a) { return {a, a}; }
WARPLAW_HALF __half2 __float2half2_rn(float x) { return {x, x}; }
WARPLAW_HALF __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
WARPLAW_HALF __half2 __float22half2_rn(float2 x) { return {x.x, x.y}; }
WARPLAW_HALF float2 __half22float2(__half2 h) { return make_float2(h.x, h.y); }
WARPLAW_HALF __half __low2half(__half2 h) { return h.x; }
WARPLAW_HALF __half __high2half(__half2 h) { return h.y; }
WARPLAW_HALF float __low2float(__half2 h) { return h.x; }
WARPLAW_HALF float __high2float(__half2 h) { return h.y; }
WARPLAW_HALF __half2 __lowhigh2highlow(__half2 h) { return {h.y, h.x}; }

// shuffles of bits
#define WARPLAW_CUDA_SHUFFLE(name, Mode, mode, clamp, Distance, x)                                                     \
  static __device__ __inline__ __half __##name##_sync(unsigned mask, __half value, Distance by,                        \
                                                      int width = warpSize) {                                          \
    return __ushort_as_half(                                                                                           \
        static_cast<unsigned short>(__##name##_sync(mask, unsigned{__half_as_ushort(value)}, by, width)));             \
  }                                                                                                                    \
  static __device__ __inline__ __half2 __##name##_sync(unsigned mask, __half2 value, Distance by,                      \
                                                       int width = warpSize) {                                         \
    return __builtin_bit_cast(__half2, __##name##_sync(mask, __builtin_bit_cast(unsigned, value), by, width));         \
  }
#include "../cuda_functions.def"
#undef WARPLAW_MEMBER
#undef WARPLAW_HALF
