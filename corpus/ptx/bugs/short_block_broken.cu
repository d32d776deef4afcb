// A reduction of fewer than 32 threads: the tree begins at 16 as if all of the warp were there.
// expect: REFUTED uninitialised
// warplaw: block=20 in=u32[20]:any out=u32[1]
// warplaw: ensures out[0] == sum(t, 0, 19, in[t])
__global__ void block_sum(const unsigned* in, unsigned* out) {
  unsigned sum = in[threadIdx.x];
  for (unsigned by = 16; by > 0; by /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, by);
  if (threadIdx.x == 0)
    out[0] = sum; // here
}
