// The width tells the shuffle that lanes are counted within logical warps.
// expect: PROVED
// warplaw: block=16 in=u32[16]:any out=u32[16]
// warplaw: ensures out[b] == sum(t, 0, 3, in[(b & ~3) + t])
__global__ void aggregate(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned sum = in[lane];
  for (unsigned by = 1; by < 4; by *= 2) {
    const unsigned below = __shfl_up_sync(0xffff, sum, by, 4);
    if (lane % 4 >= by)
      sum += below;
  }
  out[lane] = __shfl_sync(0xffff, sum, 3, 4);
}
