// A source as people have it: kernels, and a main() that allocates, copies and launches. What each kernel leaves is
// known by arithmetic, whatever compiler took it.
//
// warplaw: entry=groups block=64 out=s32[64] expect:out=s32[64]:(i%32)/4+800+(i%4+1)*1000+(i%32)*20000
// warplaw: entry=parts block=32 out=s32[32] expect:out=s32[32]:i+500+2195*min(i/5,1)+10000*(11-i%3/2)+1000000*(31*100+32)
// warplaw: entry=group_of_any_kind block=64 shared=256 out=s32[5] expect:out=s32[5]:2016,120,376,632,888
// warplaw: entry=halves block=32 out=f32[64] pairs=f32[64] expect:out=f32[64]:0.5*(i%32)+1+i/32*i%32
// warplaw: expect:pairs=f32[64]:0.25*(i%32)+2
// warplaw: entry=brains block=4 out=f32[4] expect:out=f32[4]:1,1.015625,1.0078125,-3
// warplaw: entry=arithmetic block=1 i=s32[16] f=f32[16] d=f64[2]
// warplaw: expect:i=s32[16]:-2,-1,-1,-2,2,3,200,7,-1,2,6,5,3,0x11223300,7,-16
// warplaw: expect:f=f32[16]:1,1024,3,2,-2,0,8,3,1,0.5,-3,2.5,4,1,100,2
// warplaw: expect:d=f64[2]:1.0000000000000002220446049250313,0.5
// warplaw: entry=atomics block=32 n=u32[4]:zero h=u16[1]:zero expect:n=u32[4]:32,496,31,1
// warplaw: expect:h=u16[1]:7
// warplaw: entry=checked block=32 in=s32[32]:lane
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

#define CHECKED(call)                                                                                                  \
  do {                                                                                                                 \
    const cudaError_t error = (call);                                                                                  \
    if (error != cudaSuccess) {                                                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));                                   \
      exit(EXIT_FAILURE);                                                                                              \
    }                                                                                                                  \
  } while (0)

extern "C" __global__ void groups(int* out) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const cg::thread_block_tile<4> four = cg::tiled_partition<4>(warp);
  out[cg::this_grid().thread_rank()] = four.meta_group_rank() + 100 * four.meta_group_size() +
                                       1000 * cg::inclusive_scan(four, 1, cg::plus<int>()) +
                                       10000 * cg::exclusive_scan(warp, 2, cg::plus<int>());
}

struct Most {
  int value;
  short count, any;
};
struct Better {
  __device__ Most operator()(const Most& a, const Most& b) const {
    return {a.value > b.value ? a.value : b.value, static_cast<short>(a.count + b.count), static_cast<short>(a.any | b.any)};
  }
};
extern "C" __global__ void parts(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int lane = warp.thread_rank();
  const auto side = cg::binary_partition(warp, lane < 5);
  const auto thirds = cg::labeled_partition(warp, lane % 3);
  const Most most = cg::reduce(warp, Most{lane, 1, lane == 5}, Better());
  out[lane] = side.thread_rank() + 100 * side.size() + 10000 * thirds.size() +
              1000000 * (most.any ? most.value * 100 + most.count : 0);
}

__device__ int sum(const cg::thread_group& group, int* scratch, int value) {
  const unsigned rank = group.thread_rank();
  for (unsigned half = group.size() / 2; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < half)
      value += scratch[rank + half];
    group.sync();
  }
  return value;
}
extern "C" __global__ void group_of_any_kind(int* out) {
  extern __shared__ int scratch[];
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const int all = sum(block, scratch, block.thread_rank()),
            part = sum(tile, scratch + 16 * tile.meta_group_rank(), block.thread_rank());
  if (block.thread_rank() == 0)
    out[0] = all;
  if (tile.thread_rank() == 0)
    out[1 + tile.meta_group_rank()] = part;
}

extern "C" __global__ void halves(float* out, float* pairs) {
  const int lane = threadIdx.x;
  const half h = __hfma(__int2half_rn(lane), __float2half(0.5f), __float2half(1.f));
  out[lane] = __half2float(__hmul(h, __float2half(1.f)));
  out[lane + 32] = __half2float(__hadd(h, __shfl_sync(0xffffffff, __int2half_rn(lane), lane)));
  const half2 pair = __hadd2(__float2half2_rn(2.f), __hmul2(__float2half2_rn(0.25f), __half2half2(__int2half_rn(lane))));
  const float2 both = __half22float2(__shfl_xor_sync(0xffffffff, __shfl_xor_sync(0xffffffff, pair, 1), 1));
  pairs[lane] = both.x;
  pairs[lane + 32] = both.y;
}

extern "C" __global__ void brains(float* out) {
  const float in[4] = {1.00390625f, 1.01171875f, 1.0078125f, -3.f}; // ties to even, and two that fit
  out[threadIdx.x] = __bfloat162float(__float2bfloat16(in[threadIdx.x]));
}

extern "C" __global__ void arithmetic(int* i, float* f, double* d) {
  volatile float half = 0.5f, minus = -1.5f, zero = 0.f, two = 2.f;
  volatile double one = 1., tiny = 8.6736173798840355e-19;
  volatile int three = 3, five = 5;
  i[0] = __float2int_rd(minus), i[1] = __float2int_ru(minus), i[2] = __float2int_rz(minus);
  i[3] = __float2int_rn(minus), i[4] = __double2int_rn(2.5 * one), i[5] = __double2int_ru(2.5 * one);
  i[6] = __mul24(0x1000000 * three + 40, five), i[7] = __usad(three, five, 5u), i[8] = __hadd(-three, 2);
  i[9] = __urhadd(2u, 1u * three - 1), i[10] = llabs(-2LL * three), i[11] = abs(-five), i[12] = labs(-3L * one);
  i[13] = __byte_perm(0x11223344 * (three - 2), 0, 0x3214), i[14] = __funnelshift_rc(three, 7, 32), i[15] = -16;
  f[0] = expf(zero), f[1] = powf(two, 10.f), f[2] = roundf(half + 2.f), f[3] = rintf(half + 2.f);
  f[4] = floorf(minus), f[5] = tanhf(zero), f[6] = exp2f(half + 2.5f), f[7] = log2f(two * 4.f);
  f[8] = cosf(zero), f[9] = fabsf(-half), f[10] = copysignf(3.f, minus), f[11] = fmaxf(half + 2.f, minus);
  f[12] = sqrtf(half * 32.f), f[13] = __saturatef(two), f[14] = __ldg(f + 0) * 100.f, f[15] = __fdividef(two, 1.f);
  d[0] = __dadd_ru(one, tiny), d[1] = __drcp_rn(two);
}

extern "C" __global__ void atomics(unsigned* n, unsigned short* h) {
  atomicAdd_block(n, 1u);
  atomicAdd_system(n + 1, threadIdx.x);
  atomicMax_system(n + 2, threadIdx.x);
  if (threadIdx.x == 0) {
    atomicCAS_system(n + 3, 0u, 1u);
    atomicCAS(h, static_cast<unsigned short>(0), static_cast<unsigned short>(7));
  }
}

extern "C" __global__ void checked(const int* in) {
  if (threadIdx.x == 0)
    printf("%d\n", in[0]);
  assert(in[threadIdx.x] >= 0 && "no number is negative");
}

int main() {
  std::vector<int> host(64);
  int* device = nullptr;
  CHECKED(cudaMalloc(&device, host.size() * sizeof(int)));
  CHECKED(cudaMemset(device, 0, host.size() * sizeof(int)));
  cudaEvent_t begin;
  CHECKED(cudaEventCreate(&begin));
  CHECKED(cudaEventRecord(begin));
  groups<<<dim3(1), 64>>>(device);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  CHECKED(cudaMemcpy(host.data(), device, host.size() * sizeof(int), cudaMemcpyDeviceToHost));
  cudaDeviceProp properties;
  CHECKED(cudaGetDeviceProperties(&properties, 0));
  const float most = max(0.5f, static_cast<float>(host[0])) + max(1u, properties.major) + __bfloat162float(2.f);
  printf("%s: %g\n", properties.name, min(most, 1e3));
  CHECKED(cudaFree(device));
  return std::isnan(std::sqrt(static_cast<double>(host[0])));
}
