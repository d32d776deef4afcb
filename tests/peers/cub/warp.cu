// CUB's collectives of a warp, each in a kernel that does nothing else. Comments say the launch, and what it computes.
#include <cub/cub.cuh>

template <class T, int kThreads, class Op> __device__ T reduced(T value, Op op) {
  using Reduce = cub::WarpReduce<T, kThreads>;
  __shared__ typename Reduce::TempStorage storage[32 / kThreads];
  return Reduce(storage[threadIdx.x / kThreads]).Reduce(value, op);
}

// warplaw: entry=warp_sum block=32 in=s32[32]:random out=s32[1]
// warplaw: ensures out[0] == sum(t, 0, 31, in[t])
// expected: out = [sum(a)]
extern "C" __global__ void warp_sum(const int* in, int* out) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = sum;
}

// warplaw: entry=warp_sum_of_16 block=32 in=s32[32]:random out=s32[2]
// warplaw: ensures out[0] == sum(t, 0, 15, in[t])
// warplaw: ensures out[1] == sum(t, 16, 31, in[t])
// expected: out = [sum(a[:16]), sum(a[16:])]
extern "C" __global__ void warp_sum_of_16(const int* in, int* out) {
  const int sum = reduced<int, 16>(in[threadIdx.x], ::cuda::std::plus<>{});
  if (threadIdx.x % 16 == 0)
    out[threadIdx.x / 16] = sum;
}

// warplaw: entry=warp_max block=32 in=s32[32]:random out=s32[1]
// warplaw: ensures out[0] == max(t, 0, 31, in[t])
// expected: out = [max(a)]
extern "C" __global__ void warp_max(const int* in, int* out) {
  const int most = reduced<int, 32>(in[threadIdx.x], ::cuda::maximum<>{});
  if (threadIdx.x == 0)
    *out = most;
}

// warplaw: entry=warp_max_of_16 block=32 in=s32[32]:random out=s32[2]
// warplaw: ensures out[0] == max(t, 0, 15, in[t])
// warplaw: ensures out[1] == max(t, 16, 31, in[t])
// expected: out = [max(a[:16]), max(a[16:])]
extern "C" __global__ void warp_max_of_16(const int* in, int* out) {
  const int most = reduced<int, 16>(in[threadIdx.x], ::cuda::maximum<>{});
  if (threadIdx.x % 16 == 0)
    out[threadIdx.x / 16] = most;
}

// warplaw: entry=warp_sum_valid block=32 in=s32[32]:random out=s32[1] n=any
// warplaw: requires 1 <= n && n <= 32
// warplaw: ensures out[0] == sum(t, 0, 31, (t < n) * in[t])
// expected: n = 11; out = [sum(a[:11])]
extern "C" __global__ void warp_sum_valid(const int* in, int* out, unsigned n) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(in[threadIdx.x], static_cast<int>(n));
  if (threadIdx.x == 0)
    *out = sum;
}

// warplaw: entry=warp_sum_float block=32 in=f32[32]:random out=f32[1]
// warplaw: ensures out[0] == sumf_near(t, 0, 31, in[t])
// expected: out = [near(a)]
extern "C" __global__ void warp_sum_float(const float* in, float* out) {
  const float sum = reduced<float, 32>(in[threadIdx.x], ::cuda::std::plus<>{});
  if (threadIdx.x == 0)
    *out = sum;
}

// warplaw: entry=warp_sum_float_of_16 block=32 in=f32[32]:random out=f32[2]
// warplaw: ensures out[0] == sumf_near(t, 0, 15, in[t])
// warplaw: ensures out[1] == sumf_near(t, 16, 31, in[t])
// expected: out = [near(a[:16]), near(a[16:])]
extern "C" __global__ void warp_sum_float_of_16(const float* in, float* out) {
  const float sum = reduced<float, 16>(in[threadIdx.x], ::cuda::std::plus<>{});
  if (threadIdx.x % 16 == 0)
    out[threadIdx.x / 16] = sum;
}

// warplaw: entry=warp_max_float block=32 in=f32[32]:random out=f32[1]
// warplaw: ensures any(t, 0, 31, out[0] == in[t])
// expected: out = [max(a)]
// planted: none, the statement says too little
extern "C" __global__ void warp_max_float(const float* in, float* out) {
  const float most = reduced<float, 32>(in[threadIdx.x], ::cuda::maximum<>{});
  if (threadIdx.x == 0)
    *out = most;
}

// warplaw: entry=warp_head_segments block=32 in=s32[32]:random heads=u32[32]:(i%5)/4 out=s32[32]:zero
// warplaw: ensures heads[0] != 0 && count(t, 0, 31, heads[t] != 0) == 1 ==> out[0] == sum(t, 0, 31, in[t])
// expected: out = [sum(a[i:i + (5 if i else 4)]) if i == 0 or i % 5 == 4 else 0 for i in range(32)]
extern "C" __global__ void warp_head_segments(const int* in, const unsigned* heads, int* out) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage storage;
  const bool isHead = threadIdx.x == 0 || heads[threadIdx.x] != 0;
  const int sum = Reduce(storage).HeadSegmentedSum(in[threadIdx.x], isHead);
  if (isHead)
    out[threadIdx.x] = sum;
}

// warplaw: entry=warp_inclusive_sum block=32 in=s32[32]:random out=s32[32]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void warp_inclusive_sum(const int* in, int* out) {
  using Scan = cub::WarpScan<int>;
  __shared__ Scan::TempStorage storage;
  int sum;
  Scan(storage).InclusiveSum(in[threadIdx.x], sum);
  out[threadIdx.x] = sum;
}

// warplaw: entry=warp_exclusive_sum block=32 in=s32[32]:random out=s32[32] all=s32[1]
// warplaw: ensures out[b] == sum(t, 0, b, in[t]) - in[b]
// warplaw: ensures all[0] == sum(t, 0, 31, in[t])
// expected: out = [0, *accumulate(a[:-1])]; all = [sum(a)]
extern "C" __global__ void warp_exclusive_sum(const int* in, int* out, int* all) {
  using Scan = cub::WarpScan<int>;
  __shared__ Scan::TempStorage storage;
  int sum, total;
  Scan(storage).ExclusiveSum(in[threadIdx.x], sum, total);
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    *all = total;
}

// warplaw: entry=warp_exclusive_max_of_16 block=32 in=s32[32]:random out=s32[32]
// warplaw: ensures out[0] == -7
// warplaw: ensures out[16] == -7
// warplaw: ensures all(t, 1, 15, out[t] >= -7 && all(s, 0, t-1, in[s] <= out[t]) && (out[t] == -7 || any(s, 0, t-1, in[s] == out[t])))
// expected: out = [max([-7, *a[i // 16 * 16:i]]) for i in range(32)]
extern "C" __global__ void warp_exclusive_max_of_16(const int* in, int* out) {
  using Scan = cub::WarpScan<int, 16>;
  __shared__ Scan::TempStorage storage[2];
  int most;
  Scan(storage[threadIdx.x / 16]).ExclusiveScan(in[threadIdx.x], most, -7, ::cuda::maximum<>{});
  out[threadIdx.x] = most;
}

// warplaw: entry=warp_inclusive_sum_float block=32 in=f32[32]:random out=f32[32]
// warplaw: ensures out[0] == in[0]
// warplaw: ensures out[3] == (in[0] +f in[1]) +f (in[2] +f in[3])
// expected: out = float_scan(a)
extern "C" __global__ void warp_inclusive_sum_float(const float* in, float* out) {
  using Scan = cub::WarpScan<float>;
  __shared__ Scan::TempStorage storage;
  float sum;
  Scan(storage).InclusiveSum(in[threadIdx.x], sum);
  out[threadIdx.x] = sum;
}

template <int kItems, int kThreads = 32> __device__ void sorted(const int* in, int* out) {
  using Sort = cub::WarpMergeSort<int, kItems, kThreads>;
  __shared__ typename Sort::TempStorage storage[32 / kThreads];
  int keys[kItems];
  for (int i = 0; i < kItems; ++i)
    keys[i] = in[threadIdx.x * kItems + i];
  Sort(storage[threadIdx.x / kThreads]).Sort(keys, ::cuda::std::less<>{});
  for (int i = 0; i < kItems; ++i)
    out[threadIdx.x * kItems + i] = keys[i];
}

// warplaw: entry=warp_sort_1 block=32 in=s32[32]:random out=s32[32] x=any
// warplaw: ensures all(t, 0, 30, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 31, out[t] == x) == count(t, 0, 31, in[t] == x)
// expected: out = sorted(a)
// verdict: PROVED, statement UNKNOWN
extern "C" __global__ void warp_sort_1(const int* in, int* out, int x) { sorted<1>(in, out); }

// warplaw: entry=warp_sort_2 block=32 in=s32[64]:random out=s32[64] x=any
// warplaw: ensures all(t, 0, 62, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 63, out[t] == x) == count(t, 0, 63, in[t] == x)
// expected: out = sorted(a)
// verdict: not asked: not decided in 100 s
extern "C" __global__ void warp_sort_2(const int* in, int* out, int x) { sorted<2>(in, out); }

// warplaw: entry=warp_sort_4 block=32 in=s32[128]:random out=s32[128] x=any
// warplaw: ensures all(t, 0, 126, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 127, out[t] == x) == count(t, 0, 127, in[t] == x)
// expected: out = sorted(a)
// verdict: not asked: not decided in 100 s
extern "C" __global__ void warp_sort_4(const int* in, int* out, int x) { sorted<4>(in, out); }

// warplaw: entry=warp_sort_1_of_2 block=2 in=s32[2]:random out=s32[2] x=any
// warplaw: ensures out[0] <= out[1]
// warplaw: ensures count(t, 0, 1, out[t] == x) == count(t, 0, 1, in[t] == x)
// expected: out = sorted(a)
extern "C" __global__ void warp_sort_1_of_2(const int* in, int* out, int x) { sorted<1, 2>(in, out); }

// warplaw: entry=warp_sort_1_of_4 block=4 in=s32[4]:random out=s32[4] x=any
// warplaw: ensures all(t, 0, 2, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 3, out[t] == x) == count(t, 0, 3, in[t] == x)
// expected: out = sorted(a)
extern "C" __global__ void warp_sort_1_of_4(const int* in, int* out, int x) { sorted<1, 4>(in, out); }

// warplaw: entry=warp_sort_1_of_16 block=16 in=s32[16]:random out=s32[16] x=any
// warplaw: ensures all(t, 0, 14, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 15, out[t] == x) == count(t, 0, 15, in[t] == x)
// expected: out = sorted(a)
extern "C" __global__ void warp_sort_1_of_16(const int* in, int* out, int x) { sorted<1, 16>(in, out); }

// warplaw: entry=warp_sort_2_of_4 block=4 in=s32[8]:random out=s32[8] x=any
// warplaw: ensures all(t, 0, 6, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 7, out[t] == x) == count(t, 0, 7, in[t] == x)
// expected: out = sorted(a)
extern "C" __global__ void warp_sort_2_of_4(const int* in, int* out, int x) { sorted<2, 4>(in, out); }

// warplaw: entry=warp_sort_4_of_2 block=2 in=s32[8]:random out=s32[8] x=any
// warplaw: ensures all(t, 0, 6, out[t] <= out[t+1])
// warplaw: ensures count(t, 0, 7, out[t] == x) == count(t, 0, 7, in[t] == x)
// expected: out = sorted(a)
extern "C" __global__ void warp_sort_4_of_2(const int* in, int* out, int x) { sorted<4, 2>(in, out); }

template <int kItems, cub::WarpExchangeAlgorithm kAlgorithm> __device__ void striped(const int* in, int* out) {
  using Exchange = cub::WarpExchange<int, kItems, 32, kAlgorithm>;
  __shared__ typename Exchange::TempStorage storage;
  int items[kItems];
  for (int i = 0; i < kItems; ++i)
    items[i] = in[threadIdx.x * kItems + i];
  Exchange(storage).BlockedToStriped(items, items);
  for (int i = 0; i < kItems; ++i)
    out[threadIdx.x * kItems + i] = items[i];
}

// warplaw: entry=warp_exchange_4 block=32 in=s32[128]:random out=s32[128]
// warplaw: ensures out[b] == in[b / 4 + b % 4 * 32]
// expected: out = [a[i // 4 + i % 4 * 32] for i in range(128)]
extern "C" __global__ void warp_exchange_4(const int* in, int* out) { striped<4, cub::WARP_EXCHANGE_SMEM>(in, out); }

// warplaw: entry=warp_exchange_32_shuffle block=32 in=s32[1024]:random out=s32[1024]
// warplaw: ensures out[b] == in[b / 32 + b % 32 * 32]
// expected: out = [a[i // 32 + i % 32 * 32] for i in range(1024)]
extern "C" __global__ void warp_exchange_32_shuffle(const int* in, int* out) { striped<32, cub::WARP_EXCHANGE_SHUFFLE>(in, out); }
