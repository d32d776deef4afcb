// Broadcast: what one lane has, for all
// The source is named by its number in the warp, or in its segment where there is a width.

// Every lane has what lane 5 gave, also where lane 5 alone has a value.
// warplaw: entry=from_one block=32 in=u32[1]:any out=u32[32]
// warplaw: ensures out[b] == in[0]
__global__ void from_one(const unsigned* in, unsigned* out) {
  unsigned value;
  if (threadIdx.x == 5)
    value = in[0];
  out[threadIdx.x] = __shfl_sync(0xffffffff, value, 5);
}

// A source of 32 or more is taken modulo 32, so any number will do.
// warplaw: entry=modulo block=32 in=u32[32]:any out=u32[32] source=any
// warplaw: ensures out[b] == in[source & 31]
__global__ void modulo(const unsigned* in, unsigned* out, unsigned source) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], source);
}

// Each lane may name another source: any permutation is one shuffle.
// warplaw: entry=gather block=32 in=u32[32]:any source=u32[32]:any out=u32[32]
// warplaw: requires source[b] < 32
// warplaw: ensures out[b] == in[source[b]]
__global__ void gather(const unsigned* in, const unsigned* source, unsigned* out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], source[threadIdx.x]);
}

// The source must be one of those that are there: in a block of fewer threads it may be none.
// expect: REFUTED undefined-lane
// warplaw: entry=short_block block=20 in=u32[20]:any out=u32[20] source=any
// warplaw: requires source < 32
__global__ void short_block(const unsigned* in, unsigned* out, unsigned source) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], source); // here
}
