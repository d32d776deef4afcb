// CUDA for device code, so that clang compiles kernels to PTX without NVIDIA's SDK: what nvcc declares by itself, as
// far as warplaw runs it (docs/ptx.md). `warplaw run FILE.cu` puts it before the file where there is no nvcc; by hand:
//
//   clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -Xclang -target-feature
//     -Xclang +ptx75 -Xclang -no-enable-noundef-analysis -O2 -S -include warplaw/cuda_device.h FILE.cu
//
// Half and bfloat are in cuda/cuda_fp16.h and cuda_bf16.h, what the host calls in cuda_host.h. expf and its kin are
// what nvcc makes of them with -use_fast_math. Not here: textures, functions of libm in double, streams of random
// numbers.
#pragma once
#ifndef __CUDA__
#error "warplaw/cuda_device.h is for clang's -x cuda"
#endif
// nvcc includes these, too, and sources count on it
#if __has_include(<stdlib.h>) && __has_include(<math.h>)
#define WARPLAW_HAS_C
#endif
#include <stddef.h>

#define __CUDACC__ 1 // what sources ask for before they declare kernels
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __restrict __restrict__
// without places of their own: what a debugger or a finding names is the line that calls them
#define WARPLAW_INLINE __inline__ __attribute__((always_inline, nodebug))
#define WARPLAW_CUDA static __device__ WARPLAW_INLINE

// ---- C, where there is a library of it: what of it device code may call must be declared before

extern "C" {
__attribute__((device)) int vprintf(const char* format, const char* arguments);
__attribute__((device)) int printf(const char* format, ...); // clang makes vprintf of it
__attribute__((device, malloc)) void* malloc(size_t) noexcept(true);
__attribute__((device)) void free(void*) noexcept(true);
__attribute__((device)) void __assertfail(const char* what, const char* file, unsigned line, const char* function,
                                          size_t charSize);
static __attribute__((device)) inline void __assert_fail(const char* what, const char* file, unsigned line,
                                                         const char* function) noexcept(true) {
  __assertfail(what, file, line, function, 1);
}
}
#ifdef WARPLAW_HAS_C
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif

// ---- vectors

#define WARPLAW_VECTORS(Name, Type, Align2, Align4)                                                                    \
  struct Name##1 { Type x; };                                                                                          \
  struct __align__(Align2) Name##2 { Type x, y; };                                                                     \
  struct Name##3 { Type x, y, z; };                                                                                    \
  struct __align__(Align4) Name##4 { Type x, y, z, w; };                                                               \
  static __host__ __device__ WARPLAW_INLINE Name##1 make_##Name##1(Type x) { return {x}; }                             \
  static __host__ __device__ WARPLAW_INLINE Name##2 make_##Name##2(Type x, Type y) { return {x, y}; }                  \
  static __host__ __device__ WARPLAW_INLINE Name##3 make_##Name##3(Type x, Type y, Type z) { return {x, y, z}; }       \
  static __host__ __device__ WARPLAW_INLINE Name##4 make_##Name##4(Type x, Type y, Type z, Type w) {                   \
    return {x, y, z, w};                                                                                               \
  }
WARPLAW_VECTORS(char, signed char, 2, 4)
WARPLAW_VECTORS(uchar, unsigned char, 2, 4)
WARPLAW_VECTORS(short, short, 4, 8)
WARPLAW_VECTORS(ushort, unsigned short, 4, 8)
WARPLAW_VECTORS(int, int, 8, 16)
WARPLAW_VECTORS(uint, unsigned, 8, 16)
WARPLAW_VECTORS(long, long, 16, 16)
WARPLAW_VECTORS(ulong, unsigned long, 16, 16)
WARPLAW_VECTORS(longlong, long long, 16, 16)
WARPLAW_VECTORS(ulonglong, unsigned long long, 16, 16)
WARPLAW_VECTORS(float, float, 8, 16)
WARPLAW_VECTORS(double, double, 16, 16)
#undef WARPLAW_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr __host__ __device__ operator uint3() const { return {x, y, z}; }
};

// ---- builtin variables

#define WARPLAW_SREG(Register, Part)                                                                                   \
  WARPLAW_CUDA unsigned warplaw_##Register##_##Part() { return __nvvm_read_ptx_sreg_##Register##_##Part(); }           \
  __declspec(property(get = warplaw_##Register##_##Part)) unsigned Part;
#define WARPLAW_BUILTIN(Name, Register)                                                                                \
  struct warplaw_##Name {                                                                                              \
    WARPLAW_SREG(Register, x)                                                                                          \
    WARPLAW_SREG(Register, y)                                                                                          \
    WARPLAW_SREG(Register, z)                                                                                          \
    __device__ WARPLAW_INLINE operator dim3() const { return dim3(x, y, z); }                                          \
    __device__ WARPLAW_INLINE operator uint3() const { return make_uint3(x, y, z); }                                   \
  };                                                                                                                   \
  extern const __device__ __attribute__((weak)) warplaw_##Name Name;
WARPLAW_BUILTIN(threadIdx, tid)
WARPLAW_BUILTIN(blockIdx, ctaid)
WARPLAW_BUILTIN(blockDim, ntid)
WARPLAW_BUILTIN(gridDim, nctaid)
#undef WARPLAW_BUILTIN
#undef WARPLAW_SREG
__device__ constexpr int warpSize = 32;

// ---- barriers and fences

// __syncthreads() is clang's own
WARPLAW_CUDA int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
WARPLAW_CUDA int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
WARPLAW_CUDA int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
WARPLAW_CUDA void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
WARPLAW_CUDA void __threadfence_block() { __nvvm_membar_cta(); }
WARPLAW_CUDA void __threadfence() { __nvvm_membar_gl(); }
WARPLAW_CUDA void __threadfence_system() { __nvvm_membar_sys(); }
WARPLAW_CUDA void __nanosleep(unsigned) {}
WARPLAW_CUDA void __trap() { __builtin_trap(); }
WARPLAW_CUDA long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
#ifdef WARPLAW_HAS_C
WARPLAW_CUDA clock_t clock() { return __nvvm_read_ptx_sreg_clock(); }
#else
WARPLAW_CUDA int clock() { return __nvvm_read_ptx_sreg_clock(); }
#endif
WARPLAW_CUDA void* memcpy(void* to, const void* from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
WARPLAW_CUDA void* memset(void* at, int byte, size_t bytes) { return __builtin_memset(at, byte, bytes); }
WARPLAW_CUDA void __prof_trigger(int) {}
WARPLAW_CUDA void __brkpt() {}

// ---- bits of values

WARPLAW_CUDA int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
WARPLAW_CUDA unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
WARPLAW_CUDA float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
WARPLAW_CUDA float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
WARPLAW_CUDA long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
WARPLAW_CUDA double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
WARPLAW_CUDA int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
WARPLAW_CUDA int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
WARPLAW_CUDA double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

WARPLAW_CUDA int __popc(unsigned x) { return __builtin_popcount(x); }
WARPLAW_CUDA int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WARPLAW_CUDA int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
WARPLAW_CUDA int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
WARPLAW_CUDA int __ffs(int x) { return __builtin_ffs(x); }
WARPLAW_CUDA int __ffsll(long long x) { return __builtin_ffsll(x); }
WARPLAW_CUDA unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
WARPLAW_CUDA unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
WARPLAW_CUDA unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  return static_cast<unsigned>(
      __nvvm_prmt(static_cast<int>(a), static_cast<int>(b), static_cast<int>(selector & 0x7777))); // no sign is spread
}
WARPLAW_CUDA unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  return __builtin_rotateleft64(static_cast<unsigned long long>(high) << 32 | low, by & 31) >> 32;
}
WARPLAW_CUDA unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (by & 31));
}
WARPLAW_CUDA unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
  return by >= 32 ? low : __funnelshift_l(low, high, by);
}
WARPLAW_CUDA unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
  return by >= 32 ? high : __funnelshift_r(low, high, by);
}
WARPLAW_CUDA int __mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
WARPLAW_CUDA unsigned __umul24(unsigned a, unsigned b) { return static_cast<unsigned>(__nvvm_mul24_ui(a, b)); }
WARPLAW_CUDA unsigned __sad(int a, int b, unsigned c) { return c + static_cast<unsigned>(a < b ? b - a : a - b); }
WARPLAW_CUDA unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
WARPLAW_CUDA int __hadd(int a, int b) { return (a >> 1) + (b >> 1) + (a & b & 1); }
WARPLAW_CUDA int __rhadd(int a, int b) { return (a >> 1) + (b >> 1) + ((a | b) & 1); }
WARPLAW_CUDA unsigned __uhadd(unsigned a, unsigned b) { return (a >> 1) + (b >> 1) + (a & b & 1); }
WARPLAW_CUDA unsigned __urhadd(unsigned a, unsigned b) { return (a >> 1) + (b >> 1) + ((a | b) & 1); }
WARPLAW_CUDA long long __mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
WARPLAW_CUDA int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
WARPLAW_CUDA unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned long long>(a) * b >> 32; }
WARPLAW_CUDA unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
WARPLAW_CUDA int __dp4a(int a, int b, int c) {
  int sum;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
  return sum;
}
WARPLAW_CUDA unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  unsigned sum;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
  return sum;
}

// ---- arithmetic

#define WARPLAW_MIN_MAX(Type)                                                                                          \
  static constexpr __host__ __device__ WARPLAW_INLINE Type min(Type a, Type b) { return a < b ? a : b; }               \
  static constexpr __host__ __device__ WARPLAW_INLINE Type max(Type a, Type b) { return a < b ? b : a; }
WARPLAW_MIN_MAX(int)
WARPLAW_MIN_MAX(unsigned)
WARPLAW_MIN_MAX(long)
WARPLAW_MIN_MAX(unsigned long)
WARPLAW_MIN_MAX(long long)
WARPLAW_MIN_MAX(unsigned long long)
#undef WARPLAW_MIN_MAX
// of a number with a sign and one without: both without
#define WARPLAW_MIN_MAX(Unsigned, A, B)                                                                                \
  static constexpr __host__ __device__ WARPLAW_INLINE Unsigned min(A a, B b) {                                         \
    return min(static_cast<Unsigned>(a), static_cast<Unsigned>(b));                                                    \
  }                                                                                                                    \
  static constexpr __host__ __device__ WARPLAW_INLINE Unsigned max(A a, B b) {                                         \
    return max(static_cast<Unsigned>(a), static_cast<Unsigned>(b));                                                    \
  }
WARPLAW_MIN_MAX(unsigned, int, unsigned)
WARPLAW_MIN_MAX(unsigned, unsigned, int)
WARPLAW_MIN_MAX(unsigned long, long, unsigned long)
WARPLAW_MIN_MAX(unsigned long, unsigned long, long)
WARPLAW_MIN_MAX(unsigned long long, long long, unsigned long long)
WARPLAW_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef WARPLAW_MIN_MAX
WARPLAW_CUDA float fminf(float a, float b) { return __builtin_fminf(a, b); }
WARPLAW_CUDA float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
WARPLAW_CUDA double fmin(double a, double b) { return __builtin_fmin(a, b); }
WARPLAW_CUDA double fmax(double a, double b) { return __builtin_fmax(a, b); }
#define WARPLAW_MIN_MAX(Result, A, B, Suffix)                                                                          \
  static __host__ __device__ WARPLAW_INLINE Result min(A a, B b) { return __builtin_fmin##Suffix(a, b); }              \
  static __host__ __device__ WARPLAW_INLINE Result max(A a, B b) { return __builtin_fmax##Suffix(a, b); }
WARPLAW_MIN_MAX(float, float, float, f)
WARPLAW_MIN_MAX(double, double, double, )
WARPLAW_MIN_MAX(double, float, double, )
WARPLAW_MIN_MAX(double, double, float, )
#undef WARPLAW_MIN_MAX
WARPLAW_CUDA int abs(int x) { return x < 0 ? -x : x; }
WARPLAW_CUDA float fabsf(float x) { return __builtin_fabsf(x); }
WARPLAW_CUDA double fabs(double x) { return __builtin_fabs(x); }
WARPLAW_CUDA float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
WARPLAW_CUDA double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
WARPLAW_CUDA float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
WARPLAW_CUDA double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
WARPLAW_CUDA float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
WARPLAW_CUDA float floorf(float x) { return __builtin_floorf(x); }
WARPLAW_CUDA float ceilf(float x) { return __builtin_ceilf(x); }
WARPLAW_CUDA float truncf(float x) { return __builtin_truncf(x); }
WARPLAW_CUDA float rintf(float x) { return __builtin_rintf(x); }
WARPLAW_CUDA float nearbyintf(float x) { return __builtin_rintf(x); }
WARPLAW_CUDA float roundf(float x) { return __builtin_roundf(x); }
WARPLAW_CUDA double floor(double x) { return __builtin_floor(x); }
WARPLAW_CUDA double ceil(double x) { return __builtin_ceil(x); }
WARPLAW_CUDA double trunc(double x) { return __builtin_trunc(x); }
WARPLAW_CUDA double rint(double x) { return __builtin_rint(x); }
WARPLAW_CUDA double round(double x) { return __builtin_round(x); }
WARPLAW_CUDA float copysignf(float a, float b) { return __builtin_copysignf(a, b); }
WARPLAW_CUDA double copysign(double a, double b) { return __builtin_copysign(a, b); }
WARPLAW_CUDA long labs(long x) { return x < 0 ? -x : x; }
WARPLAW_CUDA long long llabs(long long x) { return x < 0 ? -x : x; }
WARPLAW_CUDA unsigned umin(unsigned a, unsigned b) { return min(a, b); }
WARPLAW_CUDA unsigned umax(unsigned a, unsigned b) { return max(a, b); }

// names that end in their rounding are one instruction, which no optimiser contracts
#define WARPLAW_ROUNDED(Rounding, Mode)                                                                                \
  WARPLAW_CUDA float __fadd_##Rounding(float a, float b) { return __nvvm_add_##Mode##_f(a, b); }                       \
  WARPLAW_CUDA float __fsub_##Rounding(float a, float b) { return __nvvm_add_##Mode##_f(a, -b); }                      \
  WARPLAW_CUDA float __fmul_##Rounding(float a, float b) { return __nvvm_mul_##Mode##_f(a, b); }                       \
  WARPLAW_CUDA float __fdiv_##Rounding(float a, float b) { return __nvvm_div_##Mode##_f(a, b); }                       \
  WARPLAW_CUDA float __frcp_##Rounding(float a) { return __nvvm_rcp_##Mode##_f(a); }                                   \
  WARPLAW_CUDA float __fsqrt_##Rounding(float a) { return __nvvm_sqrt_##Mode##_f(a); }                                 \
  WARPLAW_CUDA float __fmaf_##Rounding(float a, float b, float c) { return __nvvm_fma_##Mode##_f(a, b, c); }           \
  WARPLAW_CUDA double __dadd_##Rounding(double a, double b) { return __nvvm_add_##Mode##_d(a, b); }                    \
  WARPLAW_CUDA double __dsub_##Rounding(double a, double b) { return __nvvm_add_##Mode##_d(a, -b); }                   \
  WARPLAW_CUDA double __dmul_##Rounding(double a, double b) { return __nvvm_mul_##Mode##_d(a, b); }                    \
  WARPLAW_CUDA double __ddiv_##Rounding(double a, double b) { return __nvvm_div_##Mode##_d(a, b); }                    \
  WARPLAW_CUDA double __drcp_##Rounding(double a) { return __nvvm_rcp_##Mode##_d(a); }                                 \
  WARPLAW_CUDA double __dsqrt_##Rounding(double a) { return __nvvm_sqrt_##Mode##_d(a); }                               \
  WARPLAW_CUDA double __fma_##Rounding(double a, double b, double c) { return __nvvm_fma_##Mode##_d(a, b, c); }        \
  WARPLAW_CUDA int __float2int_##Rounding(float x) { return __nvvm_f2i_##Mode(x); }                                    \
  WARPLAW_CUDA unsigned __float2uint_##Rounding(float x) { return __nvvm_f2ui_##Mode(x); }                             \
  WARPLAW_CUDA long long __float2ll_##Rounding(float x) { return __nvvm_f2ll_##Mode(x); }                              \
  WARPLAW_CUDA unsigned long long __float2ull_##Rounding(float x) { return __nvvm_f2ull_##Mode(x); }                   \
  WARPLAW_CUDA int __double2int_##Rounding(double x) { return __nvvm_d2i_##Mode(x); }                                  \
  WARPLAW_CUDA unsigned __double2uint_##Rounding(double x) { return __nvvm_d2ui_##Mode(x); }                           \
  WARPLAW_CUDA long long __double2ll_##Rounding(double x) { return __nvvm_d2ll_##Mode(x); }                            \
  WARPLAW_CUDA unsigned long long __double2ull_##Rounding(double x) { return __nvvm_d2ull_##Mode(x); }                 \
  WARPLAW_CUDA float __int2float_##Rounding(int x) { return __nvvm_i2f_##Mode(x); }                                    \
  WARPLAW_CUDA float __uint2float_##Rounding(unsigned x) { return __nvvm_ui2f_##Mode(x); }                             \
  WARPLAW_CUDA float __ll2float_##Rounding(long long x) { return __nvvm_ll2f_##Mode(x); }                              \
  WARPLAW_CUDA float __ull2float_##Rounding(unsigned long long x) { return __nvvm_ull2f_##Mode(x); }                   \
  WARPLAW_CUDA double __ll2double_##Rounding(long long x) { return __nvvm_ll2d_##Mode(x); }                            \
  WARPLAW_CUDA double __ull2double_##Rounding(unsigned long long x) { return __nvvm_ull2d_##Mode(x); }                 \
  WARPLAW_CUDA float __double2float_##Rounding(double x) { return __nvvm_d2f_##Mode(x); }
WARPLAW_ROUNDED(rn, rn)
WARPLAW_ROUNDED(rz, rz)
WARPLAW_ROUNDED(rd, rm)
WARPLAW_ROUNDED(ru, rp)
#undef WARPLAW_ROUNDED
WARPLAW_CUDA double __int2double_rn(int x) { return x; }
WARPLAW_CUDA double __uint2double_rn(unsigned x) { return x; }

// approximate (PTX-32), as nvcc makes them
WARPLAW_CUDA float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
WARPLAW_CUDA float __exp2f(float x) { return __nvvm_ex2_approx_f(x); }
WARPLAW_CUDA float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.3219280948873623f); }
WARPLAW_CUDA float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
WARPLAW_CUDA float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.6931471805599453f; }
WARPLAW_CUDA float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0.30102999566398120f; }
WARPLAW_CUDA float __sinf(float x) { return __nvvm_sin_approx_f(x); }
WARPLAW_CUDA float __cosf(float x) { return __nvvm_cos_approx_f(x); }
WARPLAW_CUDA float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
WARPLAW_CUDA float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
WARPLAW_CUDA float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
WARPLAW_CUDA void __sincosf(float x, float* sine, float* cosine) {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
WARPLAW_CUDA float __saturatef(float x) { return __nvvm_saturate_f(x); }

// what -use_fast_math makes of libm; without it nvcc's are some 10 instructions each, and nearer to the true value
#define WARPLAW_FAST(Name)                                                                                             \
  WARPLAW_CUDA float Name##f(float x) { return __##Name##f(x); }                                                       \
  WARPLAW_CUDA float Name(float x) { return __##Name##f(x); }
WARPLAW_FAST(exp)
WARPLAW_FAST(exp2)
WARPLAW_FAST(log)
WARPLAW_FAST(log2)
WARPLAW_FAST(log10)
WARPLAW_FAST(sin)
WARPLAW_FAST(cos)
WARPLAW_FAST(tan)
#undef WARPLAW_FAST
WARPLAW_CUDA float exp10f(float x) { return __exp10f(x); }
WARPLAW_CUDA float powf(float x, float y) { return __powf(x, y); }
WARPLAW_CUDA float pow(float x, float y) { return __powf(x, y); }
WARPLAW_CUDA void sincosf(float x, float* sine, float* cosine) { __sincosf(x, sine, cosine); }
WARPLAW_CUDA float tanhf(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
  asm("tanh.approx.f32 %0, %0;" : "+f"(x));
  return x;
#else
  return 1 - __fdividef(2, __expf(2 * x) + 1);
#endif
}
WARPLAW_CUDA float tanh(float x) { return tanhf(x); }
WARPLAW_CUDA float sqrt(float x) { return sqrtf(x); }
WARPLAW_CUDA float rsqrt(float x) { return rsqrtf(x); }
WARPLAW_CUDA float fabs(float x) { return fabsf(x); }
WARPLAW_CUDA float abs(float x) { return fabsf(x); }
WARPLAW_CUDA double abs(double x) { return fabs(x); }
WARPLAW_CUDA long abs(long x) { return labs(x); }
WARPLAW_CUDA long long abs(long long x) { return llabs(x); }
WARPLAW_CUDA float floor(float x) { return floorf(x); }
WARPLAW_CUDA float ceil(float x) { return ceilf(x); }
WARPLAW_CUDA float round(float x) { return roundf(x); }
WARPLAW_CUDA float fma(float a, float b, float c) { return fmaf(a, b, c); }
WARPLAW_CUDA float fmin(float a, float b) { return fminf(a, b); }
WARPLAW_CUDA float fmax(float a, float b) { return fmaxf(a, b); }

// where a cache keeps it does not show
template <class T> WARPLAW_CUDA T __ldg(const T* at) { return *at; }
template <class T> WARPLAW_CUDA T __ldca(const T* at) { return *at; }
template <class T> WARPLAW_CUDA T __ldcg(const T* at) { return *at; }
template <class T> WARPLAW_CUDA T __ldcs(const T* at) { return *at; }
template <class T> WARPLAW_CUDA T __ldlu(const T* at) { return *at; }
template <class T> WARPLAW_CUDA T __ldcv(const T* at) { return *const_cast<const volatile T*>(at); }
template <class T> WARPLAW_CUDA void __stwb(T* at, T value) { *at = value; }
template <class T> WARPLAW_CUDA void __stcg(T* at, T value) { *at = value; }
template <class T> WARPLAW_CUDA void __stcs(T* at, T value) { *at = value; }
template <class T> WARPLAW_CUDA void __stwt(T* at, T value) { *const_cast<volatile T*>(at) = value; }

// ---- shuffles

#define WARPLAW_SHUFFLE_32(Name, Mode, Clamp, Distance, Type, Suffix, As)                                              \
  WARPLAW_CUDA Type Name(unsigned mask, Type value, Distance by, int width = warpSize) {                               \
    return static_cast<Type>(__nvvm_shfl_sync_##Mode##_##Suffix(mask, static_cast<As>(value), static_cast<int>(by),    \
                                                                (warpSize - width) << 8 | (Clamp)));                   \
  }
#define WARPLAW_SHUFFLE_64(Name, Distance, Type)                                                                       \
  WARPLAW_CUDA Type Name(unsigned mask, Type value, Distance by, int width = warpSize) {                               \
    const auto bits = __builtin_bit_cast(unsigned long long, value);                                                   \
    const unsigned low = Name(mask, static_cast<unsigned>(bits), by, width);                                           \
    const unsigned high = Name(mask, static_cast<unsigned>(bits >> 32), by, width);                                    \
    return __builtin_bit_cast(Type, static_cast<unsigned long long>(high) << 32 | low);                                \
  }
#define WARPLAW_CUDA_SHUFFLE(name, Mode, mode, clamp, Distance, x)                                                     \
  WARPLAW_SHUFFLE_32(__##name##_sync, mode, clamp, Distance, int, i32, int)                                            \
  WARPLAW_SHUFFLE_32(__##name##_sync, mode, clamp, Distance, unsigned, i32, int)                                       \
  WARPLAW_SHUFFLE_32(__##name##_sync, mode, clamp, Distance, float, f32, float)                                        \
  WARPLAW_SHUFFLE_64(__##name##_sync, Distance, long)                                                                  \
  WARPLAW_SHUFFLE_64(__##name##_sync, Distance, unsigned long)                                                         \
  WARPLAW_SHUFFLE_64(__##name##_sync, Distance, long long)                                                             \
  WARPLAW_SHUFFLE_64(__##name##_sync, Distance, unsigned long long)                                                    \
  WARPLAW_SHUFFLE_64(__##name##_sync, Distance, double)

// ---- votes, matches, reductions

#define WARPLAW_CUDA_VOTE(name, Mode, Type)                                                                            \
  WARPLAW_CUDA Type __##name##_sync(unsigned mask, int predicate) {                                                    \
    return __nvvm_vote_##name##_sync(mask, predicate != 0);                                                            \
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WARPLAW_CUDA_REDUCTION(name, suffix, Op, Of, op, Type)                                                         \
  WARPLAW_CUDA Type __reduce_##name##_sync(unsigned mask, Type value) {                                                \
    return static_cast<Type>(__nvvm_redux_sync_##op(static_cast<int>(value), static_cast<int>(mask)));                 \
  }
#endif
#include "cuda_functions.def"
#undef WARPLAW_SHUFFLE_64
#undef WARPLAW_SHUFFLE_32

WARPLAW_CUDA unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
WARPLAW_CUDA unsigned __lanemask_eq() { return __nvvm_read_ptx_sreg_lanemask_eq(); }
WARPLAW_CUDA unsigned __lanemask_lt() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
WARPLAW_CUDA unsigned __lanemask_le() { return __nvvm_read_ptx_sreg_lanemask_le(); }
WARPLAW_CUDA unsigned __lanemask_gt() { return __nvvm_read_ptx_sreg_lanemask_gt(); }
WARPLAW_CUDA unsigned __lanemask_ge() { return __nvvm_read_ptx_sreg_lanemask_ge(); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WARPLAW_MATCHES(Type, Suffix, As)                                                                              \
  WARPLAW_CUDA unsigned __match_any_sync(unsigned mask, Type value) {                                                  \
    return __nvvm_match_any_sync_##Suffix(mask, __builtin_bit_cast(As, value));                                        \
  }                                                                                                                    \
  WARPLAW_CUDA unsigned __match_all_sync(unsigned mask, Type value, int* predicate) {                                  \
    return __nvvm_match_all_sync_##Suffix##p(mask, __builtin_bit_cast(As, value), predicate);                          \
  }
WARPLAW_MATCHES(int, i32, unsigned)
WARPLAW_MATCHES(unsigned, i32, unsigned)
WARPLAW_MATCHES(float, i32, unsigned)
WARPLAW_MATCHES(long, i64, unsigned long long)
WARPLAW_MATCHES(unsigned long, i64, unsigned long long)
WARPLAW_MATCHES(long long, i64, unsigned long long)
WARPLAW_MATCHES(unsigned long long, i64, unsigned long long)
WARPLAW_MATCHES(double, i64, unsigned long long)
#undef WARPLAW_MATCHES
#endif

// ---- atomics, in shared and global memory

#define WARPLAW_ATOMIC_OF(Name, Type, Builtin, As)                                                                     \
  WARPLAW_CUDA Type Name(Type* at, Type value) {                                                                       \
    return static_cast<Type>(__nvvm_atom_##Builtin(reinterpret_cast<As*>(at), static_cast<As>(value)));                \
  }
#define WARPLAW_ATOMIC(Name, Type, Builtin, As)                                                                        \
  WARPLAW_ATOMIC_OF(Name, Type, Builtin, As)                                                                           \
  WARPLAW_ATOMIC_OF(Name##_block, Type, cta_##Builtin, As)                                                             \
  WARPLAW_ATOMIC_OF(Name##_system, Type, sys_##Builtin, As)
#define WARPLAW_ATOMICS_OF_INTEGERS(Name, Operation)                                                                   \
  WARPLAW_ATOMIC(Name, int, Operation##_gen_i, int)                                                                    \
  WARPLAW_ATOMIC(Name, unsigned, Operation##_gen_i, int)                                                               \
  WARPLAW_ATOMIC(Name, unsigned long long, Operation##_gen_ll, long long)                                              \
  WARPLAW_ATOMIC(Name, long long, Operation##_gen_ll, long long)
WARPLAW_ATOMICS_OF_INTEGERS(atomicAdd, add)
WARPLAW_ATOMICS_OF_INTEGERS(atomicAnd, and)
WARPLAW_ATOMICS_OF_INTEGERS(atomicOr, or)
WARPLAW_ATOMICS_OF_INTEGERS(atomicXor, xor)
WARPLAW_ATOMICS_OF_INTEGERS(atomicExch, xchg)
WARPLAW_ATOMIC(atomicAdd, float, add_gen_f, float)
WARPLAW_ATOMIC(atomicAdd, double, add_gen_d, double)
WARPLAW_ATOMIC(atomicMin, int, min_gen_i, int)
WARPLAW_ATOMIC(atomicMin, unsigned, min_gen_ui, unsigned)
WARPLAW_ATOMIC(atomicMin, long long, min_gen_ll, long long)
WARPLAW_ATOMIC(atomicMin, unsigned long long, min_gen_ull, unsigned long long)
WARPLAW_ATOMIC(atomicMax, int, max_gen_i, int)
WARPLAW_ATOMIC(atomicMax, unsigned, max_gen_ui, unsigned)
WARPLAW_ATOMIC(atomicMax, long long, max_gen_ll, long long)
WARPLAW_ATOMIC(atomicMax, unsigned long long, max_gen_ull, unsigned long long)
WARPLAW_ATOMIC(atomicInc, unsigned, inc_gen_ui, unsigned)
WARPLAW_ATOMIC(atomicDec, unsigned, dec_gen_ui, unsigned)
#undef WARPLAW_ATOMICS_OF_INTEGERS
#undef WARPLAW_ATOMIC
#undef WARPLAW_ATOMIC_OF
WARPLAW_CUDA int atomicSub(int* at, int value) { return atomicAdd(at, -value); }
WARPLAW_CUDA unsigned atomicSub(unsigned* at, unsigned value) { return atomicAdd(at, 0 - value); }
WARPLAW_CUDA float atomicExch(float* at, float value) {
  return __int_as_float(atomicExch(reinterpret_cast<int*>(at), __float_as_int(value)));
}
#define WARPLAW_CAS_OF(Name, Type, Builtin, As)                                                                        \
  WARPLAW_CUDA Type Name(Type* at, Type compared, Type value) {                                                        \
    return static_cast<Type>(                                                                                          \
        __nvvm_atom_##Builtin(reinterpret_cast<As*>(at), static_cast<As>(compared), static_cast<As>(value)));          \
  }
#define WARPLAW_CAS(Type, Builtin, As)                                                                                 \
  WARPLAW_CAS_OF(atomicCAS, Type, cas_##Builtin, As)                                                                   \
  WARPLAW_CAS_OF(atomicCAS_block, Type, cta_cas_##Builtin, As)                                                         \
  WARPLAW_CAS_OF(atomicCAS_system, Type, sys_cas_##Builtin, As)
WARPLAW_CAS(int, gen_i, int)
WARPLAW_CAS(unsigned, gen_i, int)
WARPLAW_CAS(long long, gen_ll, long long)
WARPLAW_CAS(unsigned long long, gen_ll, long long)
#undef WARPLAW_CAS_OF
#undef WARPLAW_CAS
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
WARPLAW_CUDA unsigned short atomicCAS(unsigned short* at, unsigned short compared, unsigned short value) {
  unsigned short old;
  asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(at), "h"(compared), "h"(value) : "memory");
  return old;
}
#endif

// ---- cooperative groups, as far as they are the functions above

namespace cooperative_groups {

template <class T> struct plus {
  __device__ WARPLAW_INLINE T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ WARPLAW_INLINE T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __device__ WARPLAW_INLINE T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __device__ WARPLAW_INLINE T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  __device__ WARPLAW_INLINE T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  __device__ WARPLAW_INLINE T operator()(T a, T b) const { return a ^ b; }
};

/// Any group whose kind is not known when it is compiled: a block, or lanes of a warp.
class thread_group {
public:
  __device__ WARPLAW_INLINE thread_group(unsigned mask, unsigned rank, unsigned size)
      : mask_(mask), rank_(rank), size_(size) {}
  __device__ WARPLAW_INLINE unsigned thread_rank() const { return rank_; }
  __device__ WARPLAW_INLINE unsigned size() const { return size_; }
  __device__ WARPLAW_INLINE unsigned num_threads() const { return size_; }
  __device__ WARPLAW_INLINE void sync() const {
    if (mask_)
      __syncwarp(mask_);
    else
      __syncthreads();
  }

private:
  unsigned mask_, rank_, size_; // no lanes: a block
};

class thread_block {
public:
  __device__ WARPLAW_INLINE operator thread_group() const { return {0, thread_rank(), size()}; }
  __device__ WARPLAW_INLINE void sync() const { __syncthreads(); }
  __device__ WARPLAW_INLINE unsigned thread_rank() const {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ WARPLAW_INLINE unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ WARPLAW_INLINE unsigned num_threads() const { return size(); }
  __device__ WARPLAW_INLINE dim3 group_dim() const { return blockDim; }
  __device__ WARPLAW_INLINE dim3 dim_threads() const { return blockDim; }
  __device__ WARPLAW_INLINE dim3 group_index() const { return blockIdx; }
  __device__ WARPLAW_INLINE dim3 thread_index() const { return threadIdx; }
};
WARPLAW_CUDA thread_block this_thread_block() { return {}; }

/// Blocks run one after another: it has no sync().
class grid_group {
public:
  __device__ WARPLAW_INLINE unsigned long long block_rank() const {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ WARPLAW_INLINE unsigned long long num_blocks() const {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  __device__ WARPLAW_INLINE unsigned long long thread_rank() const {
    return block_rank() * thread_block().size() + thread_block().thread_rank();
  }
  __device__ WARPLAW_INLINE unsigned long long size() const { return num_blocks() * thread_block().size(); }
  __device__ WARPLAW_INLINE unsigned long long num_threads() const { return size(); }
  __device__ WARPLAW_INLINE dim3 group_dim() const { return gridDim; }
  __device__ WARPLAW_INLINE dim3 dim_blocks() const { return gridDim; }
};
WARPLAW_CUDA grid_group this_grid() { return {}; }

/// A shuffle of any value that may be copied by its bytes: of numbers as they are, of structures word by word.
template <class T, class Shuffle> WARPLAW_CUDA T by_words(T value, const Shuffle& shuffle) {
  if constexpr (__is_arithmetic(T)) {
    return shuffle(value);
  } else {
    static_assert(__is_trivially_copyable(T), "what is shuffled is copied by its bytes");
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned& word : words)
      word = shuffle(word);
    __builtin_memcpy(&value, words, sizeof(T));
    return value;
  }
}
#define WARPLAW_EACH(...) [&](auto word) __attribute__((always_inline, nodebug)) { return __VA_ARGS__; }

/// N neighbouring lanes of a warp; which of the tiles of its parent it is.
template <unsigned N, class Parent = void> class thread_block_tile {
  static_assert(N >= 1 && N <= 32 && (N & (N - 1)) == 0, "tiles of 1, 2, 4, 8, 16 or 32 threads");

public:
  __device__ WARPLAW_INLINE thread_block_tile(unsigned rank, unsigned tiles) : rank_(rank), tiles_(tiles) {}
  template <class Other>
  __device__ WARPLAW_INLINE thread_block_tile(const thread_block_tile<N, Other>& tile)
      : thread_block_tile(tile.meta_group_rank(), tile.meta_group_size()) {}
  __device__ WARPLAW_INLINE operator thread_group() const { return {lanes(), thread_rank(), N}; }
  __device__ WARPLAW_INLINE unsigned lanes() const { return mask(); }
  __device__ WARPLAW_INLINE unsigned thread_rank() const { return lane() & (N - 1); }
  __device__ WARPLAW_INLINE unsigned meta_group_rank() const { return rank_; }
  __device__ WARPLAW_INLINE unsigned meta_group_size() const { return tiles_; }
  static constexpr __device__ WARPLAW_INLINE unsigned size() { return N; }
  static constexpr __device__ WARPLAW_INLINE unsigned num_threads() { return N; }
  __device__ WARPLAW_INLINE void sync() const { __syncwarp(mask()); }
  template <class T> __device__ WARPLAW_INLINE T shfl(T value, int from) const {
    return by_words(value, WARPLAW_EACH(__shfl_sync(mask(), word, from, N)));
  }
  template <class T> __device__ WARPLAW_INLINE T shfl_up(T value, unsigned by) const {
    return by_words(value, WARPLAW_EACH(__shfl_up_sync(mask(), word, by, N)));
  }
  template <class T> __device__ WARPLAW_INLINE T shfl_down(T value, unsigned by) const {
    return by_words(value, WARPLAW_EACH(__shfl_down_sync(mask(), word, by, N)));
  }
  template <class T> __device__ WARPLAW_INLINE T shfl_xor(T value, unsigned by) const {
    return by_words(value, WARPLAW_EACH(__shfl_xor_sync(mask(), word, static_cast<int>(by), N)));
  }
  __device__ WARPLAW_INLINE int any(int predicate) const { return __any_sync(mask(), predicate); }
  __device__ WARPLAW_INLINE int all(int predicate) const { return __all_sync(mask(), predicate); }
  __device__ WARPLAW_INLINE unsigned ballot(int predicate) const { return __ballot_sync(mask(), predicate) >> first(); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  template <class T> __device__ WARPLAW_INLINE unsigned match_any(T value) const {
    return __match_any_sync(mask(), value) >> first();
  }
#endif

private:
  static __device__ WARPLAW_INLINE unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
  static __device__ WARPLAW_INLINE unsigned first() { return lane() & ~(N - 1); }
  static __device__ WARPLAW_INLINE unsigned mask() { return (0xffffffff >> (32 - N)) << first(); }
  unsigned rank_, tiles_;
};
template <unsigned N> WARPLAW_CUDA thread_block_tile<N, thread_block> tiled_partition(const thread_block& block) {
  return {block.thread_rank() / N, (block.size() + N - 1) / N};
}
template <unsigned N, unsigned M, class Parent>
WARPLAW_CUDA thread_block_tile<N, thread_block_tile<M, Parent>>
tiled_partition(const thread_block_tile<M, Parent>& tile) {
  static_assert(N <= M, "a part of a tile is no larger than it");
  return {tile.thread_rank() / N, M / N};
}

/// The lanes that are together where it was made.
class coalesced_group {
public:
  __device__ WARPLAW_INLINE explicit coalesced_group(unsigned mask) : mask_(mask) {}
  __device__ WARPLAW_INLINE operator thread_group() const { return {mask_, thread_rank(), size()}; }
  __device__ WARPLAW_INLINE unsigned lanes() const { return mask_; }
  __device__ WARPLAW_INLINE unsigned size() const { return __popc(mask_); }
  __device__ WARPLAW_INLINE unsigned num_threads() const { return size(); }
  __device__ WARPLAW_INLINE unsigned thread_rank() const { return __popc(mask_ & __lanemask_lt()); }
  __device__ WARPLAW_INLINE void sync() const { __syncwarp(mask_); }
  template <class T> __device__ WARPLAW_INLINE T shfl(T value, unsigned rank) const {
    const int from = lane_of(rank);
    return by_words(value, WARPLAW_EACH(__shfl_sync(mask_, word, from)));
  }
  template <class T> __device__ WARPLAW_INLINE T shfl_down(T value, unsigned by) const {
    const unsigned rank = thread_rank() + by;
    return shfl(value, rank < size() ? rank : thread_rank());
  }
  template <class T> __device__ WARPLAW_INLINE T shfl_up(T value, unsigned by) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank >= by ? rank - by : rank);
  }
  __device__ WARPLAW_INLINE int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ WARPLAW_INLINE int all(int predicate) const { return __all_sync(mask_, predicate); }
  /// Bit i of the result is the lane of rank i.
  __device__ WARPLAW_INLINE unsigned ballot(int predicate) const {
    const unsigned lanes = __ballot_sync(mask_, predicate);
    unsigned packed = 0;
    for (unsigned rank = 0; rank < size(); ++rank)
      packed |= (lanes >> lane_of(rank) & 1) << rank;
    return packed;
  }

private:
  __device__ WARPLAW_INLINE int lane_of(unsigned rank) const {
    unsigned rest = mask_;
    for (; rank > 0; --rank)
      rest &= rest - 1;
    return __ffs(static_cast<int>(rest)) - 1;
  }
  unsigned mask_;
};
WARPLAW_CUDA coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group, class T, class Operation>
WARPLAW_CUDA T reduce(const Group& group, T value, const Operation& operation) {
  for (unsigned by = group.size() / 2; by > 0; by /= 2)
    value = operation(value, group.shfl_xor(value, by));
  return value;
}
template <class T, class Operation>
WARPLAW_CUDA T reduce(const coalesced_group& group, T value, const Operation& operation) {
  T all = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    all = operation(all, group.shfl(value, rank));
  return all;
}
template <class Group> WARPLAW_CUDA void sync(const Group& group) { group.sync(); }

template <class Group, class T, class Operation>
WARPLAW_CUDA T inclusive_scan(const Group& group, T value, const Operation& operation) {
  for (unsigned by = 1; by < group.size(); by *= 2) {
    const T before = group.shfl_up(value, by);
    if (group.thread_rank() >= by)
      value = operation(before, value);
  }
  return value;
}
template <class Group, class T> WARPLAW_CUDA T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operation>
WARPLAW_CUDA T exclusive_scan(const Group& group, T value, const Operation& operation) {
  const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T> WARPLAW_CUDA T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

template <class Group> WARPLAW_CUDA coalesced_group binary_partition(const Group& group, bool side) {
  const unsigned there = __ballot_sync(group.lanes(), side);
  return coalesced_group(side ? there : group.lanes() & ~there);
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
template <class Group, class Label> WARPLAW_CUDA coalesced_group labeled_partition(const Group& group, Label label) {
  return coalesced_group(__match_any_sync(group.lanes(), label));
}
#endif

#undef WARPLAW_EACH

} // namespace cooperative_groups

#include "cuda_host.h"

#undef WARPLAW_CUDA
#undef WARPLAW_INLINE
