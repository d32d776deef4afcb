// Everything that include/warplaw/cuda_device.h has, once: it compiles, and nvcc takes the same source.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

#define FULL 0xffffffffu
__constant__ int table[4] = {1, 2, 3, 4};

template <class T> __device__ T shuffles(T v) {
  v += __shfl_sync(FULL, v, 3);
  v += __shfl_up_sync(FULL, v, 1u, 16);
  v += __shfl_down_sync(FULL, v, 2u, 8);
  return v + __shfl_xor_sync(FULL, v, 1);
}
template <class T> __device__ unsigned matches(T v) {
  int all = 0;
  const unsigned any = __match_any_sync(FULL, v);
  return any + __match_all_sync(FULL, v, &all) + all;
}

extern "C" __global__ void __launch_bounds__(64) shuffle_all(int* i, unsigned* u, long long* l, unsigned long long* ul,
                                                            float* f, double* d) {
  const unsigned t = threadIdx.x + blockIdx.x * blockDim.x;
  i[t] = shuffles(i[t]);
  u[t] = shuffles(u[t]) + matches(i[t]) + matches(u[t]) + matches(l[t]) + matches(ul[t]) + matches(f[t]) + matches(d[t]);
  l[t] = shuffles(l[t]);
  ul[t] = shuffles(ul[t]);
  f[t] = shuffles(f[t]);
  d[t] = shuffles(d[t]);
}

extern "C" __global__ void vote_all(int* r, unsigned* u) {
  const int v = r[threadIdx.x];
  r[threadIdx.x] = __any_sync(FULL, v) + __all_sync(FULL, v) + __syncthreads_count(v) + __syncthreads_and(v) +
                   __syncthreads_or(v) + __reduce_add_sync(FULL, v) + __reduce_min_sync(FULL, v) +
                   __reduce_max_sync(FULL, v) + table[v & 3];
  const unsigned w = u[threadIdx.x];
  __syncwarp();
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  u[threadIdx.x] = __ballot_sync(FULL, w) + __activemask() + __reduce_add_sync(FULL, w) + __reduce_min_sync(FULL, w) +
                   __reduce_max_sync(FULL, w) + __reduce_and_sync(FULL, w) + __reduce_or_sync(FULL, w) +
                   __reduce_xor_sync(FULL, w);
}

template <class T> __device__ T atomics(T* p, T v) {
  return atomicAdd(p, v) + atomicMin(p, v) + atomicMax(p, v) + atomicAnd(p, v) + atomicOr(p, v) + atomicXor(p, v) +
         atomicExch(p, v) + atomicCAS(p, v, T(v + 1));
}
extern "C" __global__ void atomic_all(int* i, unsigned* u, unsigned long long* ul, float* f, double* d) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  i[1 + threadIdx.x] = atomics(i, 3) + atomicSub(i, 1) + atomics(&s, 5);
  u[1 + threadIdx.x] = atomics(u, 3u) + atomicSub(u, 1u) + atomicInc(u, 7u) + atomicDec(u, 7u);
  ul[1 + threadIdx.x] = atomics(ul, 3ull);
  f[1 + threadIdx.x] = atomicAdd(f, 1.f) + atomicExch(f, 2.f);
  d[1 + threadIdx.x] = atomicAdd(d, 1.);
}

extern "C" __global__ void bits_all(unsigned* u, int* i, unsigned long long* l, float* f, double* d) {
  const unsigned x = u[0], y = u[1];
  const unsigned long long z = l[0];
  u[2] = __popc(x) + __popcll(z) + __clz(x) + __clzll(z) + __ffs(x) + __ffsll(z) + __brev(x) + __byte_perm(x, y, 0x1234) +
         __funnelshift_l(x, y, 3) + __funnelshift_r(x, y, 3) + __umulhi(x, y) + __dp4a(x, y, 1u) + __float_as_uint(f[0]);
  l[1] = __brevll(z) + __umul64hi(z, z) + __double_as_longlong(d[0]);
  i[2] = __mulhi(i[0], i[1]) + __dp4a(i[0], i[1], 1) + min(i[0], i[1]) + max(i[0], 3) + abs(i[0]) + __float_as_int(f[1]);
  f[2] = fminf(f[0], f[1]) + fmaxf(f[0], f[1]) + fabsf(f[0]) + fmaf(f[0], f[1], 2.f) + sqrtf(f[0]) + rsqrtf(f[1]) +
         __fadd_rn(f[0], f[1]) + __fmul_rz(f[0], f[1]) + __fmaf_rn(f[0], f[1], 1.f) + __frcp_rn(f[0]) +
         __fdiv_rn(f[0], f[1]) + __fsqrt_rn(f[0]) + __expf(f[0]) + __logf(f[0]) + __log2f(f[0]) + __sinf(f[0]) +
         __cosf(f[0]) + __fdividef(f[0], f[1]) + __saturatef(f[0]) + floorf(f[0]) + ceilf(f[0]) + truncf(f[0]) +
         rintf(f[0]) + __int_as_float(i[0]) + __uint_as_float(x) + __int2float_rn(i[0]) + __uint2float_rz(x) +
         __double2float_rn(d[0]) + float(__float2int_rn(f[0])) + float(__float2uint_rz(f[0])) + __ldg(f + 3);
  d[2] = fmin(d[0], d[1]) + fmax(d[0], d[1]) + fabs(d[0]) + fma(d[0], d[1], 2.) + sqrt(d[0]) + __dadd_rn(d[0], d[1]) +
         __dmul_rn(d[0], d[1]) + __fma_rn(d[0], d[1], 1.) + __ddiv_rn(d[0], d[1]) + __longlong_as_double(z) +
         __hiloint2double(__double2hiint(d[0]), __double2loint(d[1]));
  u[3] = min(x, y) + max(x, 7u) + warpSize + clock();
}

extern "C" __global__ void groups_all(int* r) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  int v = r[block.thread_rank()];
  v = cg::reduce(tile, v, cg::plus<int>());
  v += tile.shfl(v, 1) + tile.shfl_up(v, 1) + tile.shfl_down(v, 1) + tile.shfl_xor(v, 1) + tile.any(v) + tile.all(v) +
       tile.ballot(v) + tile.thread_rank() + tile.size() + tile.meta_group_rank();
  tile.sync();
  if (v & 1) {
    const auto group = cg::coalesced_threads();
    v += group.shfl(v, 0) + group.size() + group.thread_rank() + group.any(v) + group.all(v) + group.ballot(v & 2);
    group.sync();
  }
  block.sync();
  const dim3 where = blockIdx;
  const uint3 size = make_uint3(blockDim.x, blockDim.y, blockDim.z);
  const int4 four = make_int4(1, 2, 3, 4);
  r[block.thread_rank()] = v + where.x + size.y + four.w;
}
