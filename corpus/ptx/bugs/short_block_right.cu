// A lane adds what it reads only where there is a thread.
// expect: PROVED
// warplaw: block=20 in=u32[20]:any out=u32[1]
// warplaw: ensures out[0] == sum(t, 0, 19, in[t])
__global__ void block_sum(const unsigned* in, unsigned* out) {
  const unsigned there = (1u << blockDim.x) - 1;
  unsigned sum = in[threadIdx.x];
  for (unsigned by = 16; by > 0; by /= 2) {
    const unsigned other = __shfl_down_sync(there, sum, by);
    if (threadIdx.x + by < blockDim.x)
      sum += other;
  }
  if (threadIdx.x == 0)
    out[0] = sum;
}
