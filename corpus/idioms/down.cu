// Tree of shuffles down: the sum of a warp in lane 0
// Each step adds what the lane gives that is 16, 8, 4, 2, 1 further up. Past the end a lane reads itself.
// theorems: idiom_down

template <class T> __device__ T tree(unsigned mask, T x) {
  for (unsigned by = 16; by > 0; by /= 2)
    x += __shfl_down_sync(mask, x, by);
  return x;
}

// With all 32 lanes lane 0 has the sum; lane 31, whose source is always past the end, has 32 times its own number.
// warplaw: entry=sum block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[0] == sum(t, 0, 31, in[t])
// warplaw: ensures out[31] == 32 * in[31]
__global__ void sum(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = tree(0xffffffff, in[threadIdx.x]);
}

// With floats, it is the sum of the tree that first adds numbers 16 lanes apart.
// warplaw: entry=sum_of_floats block=32 in=f32[32]:any out=f32[1]
// warplaw: ensures out[0] == sumf_far(t, 0, 31, in[t])
__global__ void sum_of_floats(const float* in, float* out) {
  const float x = tree(0xffffffff, in[threadIdx.x]);
  if (threadIdx.x == 0)
    out[0] = x;
}

// It is not the sum in the order of lanes.
// expect: REFUTED ensures
// warplaw: entry=sum_in_order block=32 in=f32[32]:any out=f32[1]
// warplaw: ensures out[0] == sumf(t, 0, 31, in[t])
__global__ void sum_in_order(const float* in, float* out) {
  const float x = tree(0xffffffff, in[threadIdx.x]);
  if (threadIdx.x == 0)
    out[0] = x;
}

// Other lanes do not have the sum.
// expect: REFUTED ensures
// warplaw: entry=sum_everywhere block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[b] == sum(t, 0, 31, in[t])
__global__ void sum_everywhere(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = tree(0xffffffff, in[threadIdx.x]);
}

// None of them does: where each lane gives a bit of its own, their number is another one.
// warplaw: entry=sum_elsewhere block=32 in=u32[32]:any out=u32[32]
// warplaw: requires all(t, 0, 31, in[t] == 1 << t)
// warplaw: ensures all(t, 1, 31, out[t] != 0xffffffff)
__global__ void sum_elsewhere(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = tree(0xffffffff, in[threadIdx.x]);
}

// Without one of the lanes lane 0 does not have the sum of the others.
// expect: REFUTED undefined-lane
// expect: PROVED ensures
// warplaw: entry=sum_of_members block=32 in=u32[32]:any out=u32[1] members=any
// warplaw: requires members != 0xffffffff && (members & 1) == 1
// warplaw: ensures 0 == 1
__global__ void sum_of_members(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned x = tree(members, in[threadIdx.x]);
    if (threadIdx.x == 0)
      out[0] = x; // here
  }
}
