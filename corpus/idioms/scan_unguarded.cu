// Prefix sums without the guard
// Where there is no lane so far down, a lane reads itself.
// theorems: idiom_scan_unguarded

__device__ unsigned unguarded(unsigned mask, unsigned x) {
  for (unsigned by = 1; by < 32; by *= 2)
    x += __shfl_up_sync(mask, x, by);
  return x;
}

// With all lanes the last one has the sum of all; lane 0 has 32 times its own number.
// warplaw: entry=ends block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[31] == sum(t, 0, 31, in[t])
// warplaw: ensures out[0] == 32 * in[0]
__global__ void ends(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = unguarded(0xffffffff, in[threadIdx.x]);
}

// The guard cannot be left out.
// expect: REFUTED ensures
// warplaw: entry=no_prefix block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures all(k, 0, 31, out[k] == sum(t, 0, k, in[t]))
__global__ void no_prefix(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = unguarded(0xffffffff, in[threadIdx.x]);
}

// No other lane is right: where each lane gives a bit of its own, their numbers are other ones.
// warplaw: entry=elsewhere block=32 in=u32[32]:any out=u32[32]
// warplaw: requires all(t, 0, 31, in[t] == 1 << t)
// warplaw: ensures all(k, 0, 30, out[k] != sum(t, 0, k, in[t]))
__global__ void elsewhere(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = unguarded(0xffffffff, in[threadIdx.x]);
}

// If a lane is missing, the last one is wrong, too.
// expect: REFUTED undefined-lane
// expect: PROVED ensures
// warplaw: entry=missing block=32 in=u32[32]:any out=u32[1] members=any
// warplaw: requires members >= 0x80000000 && members != 0xffffffff
// warplaw: ensures 0 == 1
__global__ void missing(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = unguarded(members, in[threadIdx.x]);
    if (threadIdx.x == 31)
      out[0] = sum; // here
  }
}
