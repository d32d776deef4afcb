// redux.sync, and five shuffles
// One instruction since sm_80, for integers.

// The sum is that of the butterfly, in every lane.
// warplaw: entry=sum block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[b] == 0
__global__ void sum(const unsigned* in, unsigned* out) {
  unsigned x = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_xor_sync(0xffffffff, x, by);
  out[threadIdx.x] = x - __reduce_add_sync(0xffffffff, in[threadIdx.x]);
}

// With any mask, it is the sum of the members; the butterfly does not give it.
// warplaw: entry=members_sum block=32 in=u32[32]:any out=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> out[b] == sum(t, 0, 31, in[t] * (members >> t & 1))
__global__ void members_sum(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1)
    out[threadIdx.x] = __reduce_add_sync(members, in[threadIdx.x]);
}

// Signed and unsigned minima are two instructions: which one it is, is the argument's type.
// expect: REFUTED ensures
// warplaw: entry=minimum block=4 in=s32[4]:any out=u32[4]
// warplaw: ensures out[b] == min(t, 0, 3, in[t])
__global__ void minimum(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = __reduce_min_sync(0xf, in[threadIdx.x]);
}
