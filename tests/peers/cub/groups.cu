// Cooperative groups as the SDK has them, each use in a kernel. Comments say the launch, and what it computes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

template <int kThreads, class T, class Op> __device__ void reduced(const T* in, T* out, Op op) {
  const auto tile = cg::tiled_partition<kThreads>(cg::this_thread_block());
  const T all = cg::reduce(tile, in[threadIdx.x], op);
  if (tile.thread_rank() == 0)
    out[tile.meta_group_rank()] = all;
}

// warplaw: entry=tile32_sum block=64 in=s32[64]:random out=s32[2]
// warplaw: ensures out[b] == sum(t, 0, 31, in[b*32+t])
// expected: out = [sum(a[i:i + 32]) for i in range(0, 64, 32)]
extern "C" __global__ void tile32_sum(const int* in, int* out) { reduced<32>(in, out, cg::plus<int>()); }

// warplaw: entry=tile16_sum block=32 in=s32[32]:random out=s32[2]
// warplaw: ensures out[b] == sum(t, 0, 15, in[b*16+t])
// expected: out = [sum(a[i:i + 16]) for i in range(0, 32, 16)]
extern "C" __global__ void tile16_sum(const int* in, int* out) { reduced<16>(in, out, cg::plus<int>()); }

// warplaw: entry=tile4_max block=32 in=s32[32]:random out=s32[8]
// warplaw: ensures out[b] == max(t, 0, 3, in[b*4+t])
// expected: out = [max(a[i:i + 4]) for i in range(0, 32, 4)]
extern "C" __global__ void tile4_max(const int* in, int* out) { reduced<4>(in, out, cg::greater<int>()); }

// warplaw: entry=tile32_sum_float block=32 in=f32[32]:random out=f32[1]
// warplaw: ensures out[0] == sumf_far(t, 0, 31, in[t])
// expected: out = [far(a)]
extern "C" __global__ void tile32_sum_float(const float* in, float* out) { reduced<32>(in, out, cg::plus<float>()); }

// warplaw: entry=tile16_xor_long block=32 in=u64[32]:random out=u64[2]
// warplaw: ensures out[0] == in[0]^in[1]^in[2]^in[3]^in[4]^in[5]^in[6]^in[7]^in[8]^in[9]^in[10]^in[11]^in[12]^in[13]^in[14]^in[15]
// expected: out = [reduce(xor, a[i:i + 16]) for i in range(0, 32, 16)]
extern "C" __global__ void tile16_xor_long(const unsigned long long* in, unsigned long long* out) { reduced<16>(in, out, cg::bit_xor<unsigned long long>()); }

// warplaw: entry=tile32_scan block=32 in=s32[32]:random out=s32[32]
// warplaw: ensures out[b] == sum(t, 0, b, in[t])
// expected: out = list(accumulate(a))
extern "C" __global__ void tile32_scan(const int* in, int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x]);
}

// warplaw: entry=tile16_exclusive_scan block=32 in=s32[32]:random out=s32[32]
// warplaw: ensures out[b] == sum(t, b / 16 * 16, b, in[t]) - in[b]
// expected: out = [sum(a[i // 16 * 16:i]) for i in range(32)]
extern "C" __global__ void tile16_exclusive_scan(const int* in, int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  out[threadIdx.x] = cg::exclusive_scan(tile, in[threadIdx.x]);
}

// warplaw: entry=tile8_collectives block=32 in=s32[32]:random out=u32[32]
// warplaw: ensures (out[b] & 1) == any(t, 0, 7, in[b/8*8+t] > 0)
// warplaw: ensures (out[b] >> 1 & 1) == all(t, 0, 7, in[b/8*8+t] > 0)
// warplaw: ensures (out[b] >> 8 & 0xff) == sum(t, 0, 7, (in[b/8*8+t] > 0) * (1 << t))
// expected: out = [tile8(a[i // 8 * 8:i // 8 * 8 + 8]) for i in range(32)]
extern "C" __global__ void tile8_collectives(const int* in, unsigned* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const bool is = in[threadIdx.x] > 0;
  out[threadIdx.x] = (tile.any(is) ? 1 : 0) | (tile.all(is) ? 2 : 0) | tile.ballot(is) << 8;
}

// warplaw: entry=tile4_shuffles block=32 in=s32[32]:random out=s32[32]
// warplaw: ensures out[b] == in[b/4*4] + in[b^1]
// expected: out = [a[i // 4 * 4] + a[i ^ 1] for i in range(32)]
extern "C" __global__ void tile4_shuffles(const int* in, int* out) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int mine = in[threadIdx.x];
  out[threadIdx.x] = tile.shfl(mine, 0) + tile.shfl_xor(mine, 1);
}

// warplaw: entry=coalesced_sum block=32 in=s32[32]:random out=s32[32]:zero
// warplaw: ensures out[b] == (in[b] > 0) * sum(t, 0, 31, (in[t] > 0) * in[t])
// expected: out = [sum(x for x in a if x > 0) if y > 0 else 0 for y in a]
// verdict: CHECKED, statement REFUTED
extern "C" __global__ void coalesced_sum(const int* in, int* out) {
  const int mine = in[threadIdx.x];
  if (mine > 0) {
    const auto group = cg::coalesced_threads();
    out[threadIdx.x] = cg::reduce(group, mine, cg::plus<int>());
  }
}

// warplaw: entry=coalesced_rank block=32 in=s32[32]:random out=s32[32]:zero
// warplaw: ensures in[b] > 0 ==> out[b] == count(t, 0, 31, t < b && in[t] > 0) + 1
// expected: out = [sum(x > 0 for x in a[:i + 1]) if a[i] > 0 else 0 for i in range(32)]
// verdict: CHECKED, statement REFUTED
extern "C" __global__ void coalesced_rank(const int* in, int* out) {
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = cg::coalesced_threads().thread_rank() + 1;
}

// warplaw: entry=coalesced_append block=32 in=s32[32]:random out=s32[32]:zero count=u32[1]:zero
// warplaw: ensures count[0] == count(t, 0, 31, in[t] > 0)
// expected: out = [*(x for x in a if x > 0), *[0] * sum(x <= 0 for x in a)]; count = [sum(x > 0 for x in a)]
// verdict: CHECKED, statement CHECKED
extern "C" __global__ void coalesced_append(const int* in, int* out, unsigned* count) {
  const int mine = in[threadIdx.x];
  if (mine > 0) {
    const auto group = cg::coalesced_threads();
    unsigned base;
    if (group.thread_rank() == 0)
      base = atomicAdd(count, group.size());
    out[group.shfl(base, 0) + group.thread_rank()] = mine;
  }
}

// warplaw: entry=binary_sizes block=32 in=s32[32]:random out=u32[32]
// warplaw: ensures out[0] == count(t, 0, 31, (in[t] > 0) == (in[0] > 0))
// warplaw: ensures out[13] == count(t, 0, 31, (in[t] > 0) == (in[13] > 0))
// warplaw: ensures out[31] == count(t, 0, 31, (in[t] > 0) == (in[31] > 0))
// expected: out = [sum((x > 0) == (y > 0) for x in a) for y in a]
extern "C" __global__ void binary_sizes(const int* in, unsigned* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = cg::binary_partition(tile, in[threadIdx.x] > 0).size();
}

// warplaw: entry=binary_sums block=32 in=s32[32]:random out=s32[32]
// warplaw: ensures out[b] == sum(t, 0, 31, ((in[t] > 0) == (in[b] > 0)) * in[t])
// expected: out = [sum(x for x in a if (x > 0) == (y > 0)) for y in a]
extern "C" __global__ void binary_sums(const int* in, int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const auto half = cg::binary_partition(tile, in[threadIdx.x] > 0);
  out[threadIdx.x] = cg::reduce(half, in[threadIdx.x], cg::plus<int>());
}

// warplaw: entry=labeled_sizes block=32 in=u32[32]:i%5 out=u32[32]
// warplaw: ensures out[b] == count(t, 0, 31, in[t] == in[b])
// expected: out = [a.count(x) for x in a]
extern "C" __global__ void labeled_sizes(const unsigned* in, unsigned* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = cg::labeled_partition(tile, in[threadIdx.x]).size();
}

// warplaw: entry=labeled_sums block=32 keys=u32[32]:i%5 in=s32[32]:random out=s32[32]
// warplaw: ensures out[b] == sum(t, 0, 31, (keys[t] == keys[b]) * in[t])
// expected: out = [sum(x for j, x in enumerate(a) if j % 5 == i % 5) for i in range(32)]
extern "C" __global__ void labeled_sums(const unsigned* keys, const int* in, int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const auto group = cg::labeled_partition(tile, keys[threadIdx.x]);
  out[threadIdx.x] = cg::reduce(group, in[threadIdx.x], cg::plus<int>());
}

// warplaw: entry=block_mirror block=64,2 in=s32[128]:random out=s32[128]
// warplaw: ensures out[b] == in[127-b]
// expected: out = a[::-1]
extern "C" __global__ void block_mirror(const int* in, int* out) {
  __shared__ int values[128];
  const auto block = cg::this_thread_block();
  values[block.thread_rank()] = in[block.thread_rank()];
  block.sync();
  out[block.thread_rank()] = values[block.size() - 1 - block.thread_rank()];
}

// Lanes of a warp store one number at one place, which is a race; flags order warps, which is not judged.
// warplaw: entry=tile64_sum block=128 in=s32[128]:random out=s32[2] allow=race
// warplaw: ensures out[b] == sum(t, 0, 63, in[b*64+t])
// expected: out = [sum(a[:64]), sum(a[64:])]
// verdict: REFUTED, statement UNKNOWN
extern "C" __global__ void tile64_sum(const int* in, int* out) {
  __shared__ cg::block_tile_memory<128> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<64>(block);
  const int all = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0)
    out[tile.meta_group_rank()] = all;
}
