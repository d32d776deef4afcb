// CUB's collectives of a block, each in a kernel that does nothing else. Comments say the launch, and what it computes.
#include <cub/cub.cuh>

template <class T, int kThreads, cub::BlockReduceAlgorithm kAlgorithm, class Op>
__device__ void reduced(const T* in, T* out, Op op) {
  using Reduce = cub::BlockReduce<T, kThreads, kAlgorithm>;
  __shared__ typename Reduce::TempStorage storage;
  const T all = Reduce(storage).Reduce(in[threadIdx.x], op);
  if (threadIdx.x == 0)
    *out = all;
}
using Plus = ::cuda::std::plus<>;
using Most = ::cuda::maximum<>;

// warplaw: entry=block_sum_64 block=64 in=s32[64]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 63, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void block_sum_64(const int* in, int* out) { reduced<int, 64, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(in, out, Plus{}); }

// warplaw: entry=block_sum_128 block=128 in=s32[128]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 127, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void block_sum_128(const int* in, int* out) { reduced<int, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(in, out, Plus{}); }

// warplaw: entry=block_sum_64_raking block=64 in=s32[64]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 63, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void block_sum_64_raking(const int* in, int* out) { reduced<int, 64, cub::BLOCK_REDUCE_RAKING>(in, out, Plus{}); }

// warplaw: entry=block_sum_128_raking block=128 in=s32[128]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 127, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void block_sum_128_raking(const int* in, int* out) { reduced<int, 128, cub::BLOCK_REDUCE_RAKING>(in, out, Plus{}); }

// warplaw: entry=block_sum_64_commutative block=64 in=s32[64]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 63, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void block_sum_64_commutative(const int* in, int* out) { reduced<int, 64, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(in, out, Plus{}); }

// warplaw: entry=block_sum_128_commutative block=128 in=s32[128]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 127, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void block_sum_128_commutative(const int* in, int* out) { reduced<int, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(in, out, Plus{}); }

// warplaw: entry=block_max_128 block=128 in=s32[128]:random out=s32[1]
// warplaw: ensures out[0] == max(t, 0, 127, in[t])
// expected: out = [max(a)]
extern "C" __global__ void block_max_128(const int* in, int* out) { reduced<int, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(in, out, Most{}); }

// warplaw: entry=block_max_128_raking block=128 in=s32[128]:random out=s32[1]
// warplaw: ensures out[0] == max(t, 0, 127, in[t])
// expected: out = [max(a)]
extern "C" __global__ void block_max_128_raking(const int* in, int* out) { reduced<int, 128, cub::BLOCK_REDUCE_RAKING>(in, out, Most{}); }

// warplaw: entry=block_sum_float_64 block=64 in=f32[64]:random out=f32[1]
// warplaw: ensures out[0] == sumf_near(t, 0, 31, in[t]) +f sumf_near(t, 32, 63, in[t])
// expected: out = [near(a)]
extern "C" __global__ void block_sum_float_64(const float* in, float* out) { reduced<float, 64, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(in, out, Plus{}); }

// warplaw: entry=block_sum_valid_64 block=64 in=s32[64]:random out=s32[1] n=any
// warplaw: requires 1 <= n && n <= 64
// warplaw: ensures out[0] == sum(t, 0, 63, (t < n) * in[t])
// expected: n = 41; out = [sum(a[:41])]
extern "C" __global__ void block_sum_valid_64(const int* in, int* out, unsigned n) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(threadIdx.x < n ? in[threadIdx.x] : 0, static_cast<int>(n));
  if (threadIdx.x == 0)
    *out = sum;
}

template <int kThreads, cub::BlockScanAlgorithm kAlgorithm> __device__ void scanned(const int* in, int* out) {
  using Scan = cub::BlockScan<int, kThreads, kAlgorithm>;
  __shared__ typename Scan::TempStorage storage;
  int sum;
  Scan(storage).InclusiveSum(in[threadIdx.x], sum);
  out[threadIdx.x] = sum;
}

// warplaw: entry=block_scan_64 block=64 in=s32[64]:random out=s32[64]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void block_scan_64(const int* in, int* out) { scanned<64, cub::BLOCK_SCAN_WARP_SCANS>(in, out); }

// warplaw: entry=block_scan_128 block=128 in=s32[128]:random out=s32[128]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void block_scan_128(const int* in, int* out) { scanned<128, cub::BLOCK_SCAN_WARP_SCANS>(in, out); }

// warplaw: entry=block_scan_64_raking block=64 in=s32[64]:random out=s32[64]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void block_scan_64_raking(const int* in, int* out) { scanned<64, cub::BLOCK_SCAN_RAKING>(in, out); }

// warplaw: entry=block_scan_128_raking block=128 in=s32[128]:random out=s32[128]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void block_scan_128_raking(const int* in, int* out) { scanned<128, cub::BLOCK_SCAN_RAKING>(in, out); }

// warplaw: entry=block_scan_64_memoize block=64 in=s32[64]:random out=s32[64]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void block_scan_64_memoize(const int* in, int* out) { scanned<64, cub::BLOCK_SCAN_RAKING_MEMOIZE>(in, out); }

// warplaw: entry=block_exclusive_4 block=64 in=s32[256]:random out=s32[256] all=s32[1]
// warplaw: ensures out[b] == sum(t, 0, b, in[t]) - in[b]
// warplaw: ensures all[0] == sum(t, 0, 255, in[t])
// expected: out = [0, *accumulate(a[:-1])]; all = [sum(a)]
extern "C" __global__ void block_exclusive_4(const int* in, int* out, int* all) {
  using Scan = cub::BlockScan<int, 64>;
  __shared__ Scan::TempStorage storage;
  int items[4], total;
  for (int i = 0; i < 4; ++i)
    items[i] = in[threadIdx.x * 4 + i];
  Scan(storage).ExclusiveSum(items, items, total);
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = items[i];
  if (threadIdx.x == 0)
    *all = total;
}
