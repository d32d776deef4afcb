// Butterfly: the sum of a warp in every lane
// Each step adds what the lane gives whose number differs in one bit: 16, 8, 4, 2, 1.
// theorems: idiom_butterfly idiom_butterfly_exited

template <class T> __device__ T butterfly(unsigned mask, T x) {
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_xor_sync(mask, x, by);
  return x;
}

// With all 32 lanes every lane has the sum.
// warplaw: entry=sum_of_all block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[b] == sum(t, 0, 31, in[t])
__global__ void sum_of_all(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = butterfly(0xffffffff, in[threadIdx.x]);
}

// With floats, every lane has the sum of the same tree. So all lanes agree bit for bit, although the sum of floats
// depends on the order.
// warplaw: entry=sum_of_floats block=32 in=f32[32]:any out=f32[32]
// warplaw: ensures out[b] == sumf_far(t, 0, 31, in[t])
// warplaw: ensures out[b] == out[0]
__global__ void sum_of_floats(const float* in, float* out) {
  out[threadIdx.x] = butterfly(0xffffffff, in[threadIdx.x]);
}

// Members of a partial mask do not have the sum of the members.
// expect: REFUTED undefined-lane
// warplaw: entry=sum_of_members block=32 in=u32[32]:any out=u32[32] members=any
__global__ void sum_of_members(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1)
    out[threadIdx.x] = butterfly(members, in[threadIdx.x]); // here
}

// Whatever the partial mask is, no member is sure of its sum: somewhere it added what a lane gave that is not there.
// expect: REFUTED undefined-lane
// expect: PROVED ensures
// warplaw: entry=sum_of_a_member block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires members != 0xffffffff
// warplaw: requires lane < 32 && (members >> lane & 1) == 1
// warplaw: ensures 0 == 1
__global__ void sum_of_a_member(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = butterfly(members, in[threadIdx.x]);
    if (threadIdx.x == lane)
      out[0] = sum; // here
  }
}

// Once a lane has exited nobody is sure of the sum: the mask may name lanes that are gone, but they give nothing, and
// do not count as 0. (`deadlock` asks whether somebody is awaited who does not come; here they have left.)
// expect: REFUTED deadlock
// expect: PROVED ensures
// warplaw: entry=sum_after_exits block=32 in=u32[32]:any out=u32[1] alive=any lane=any
// warplaw: requires alive != 0xffffffff
// warplaw: requires lane < 32 && (alive >> lane & 1) == 1
// warplaw: ensures 0 == 1
__global__ void sum_after_exits(const unsigned* in, unsigned* out, unsigned alive, unsigned lane) {
  if (!(alive >> threadIdx.x & 1))
    return;
  unsigned sum = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, by); // here
  if (threadIdx.x == lane)
    out[0] = sum;
}
