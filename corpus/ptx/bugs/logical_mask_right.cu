// Each logical warp names its own lanes.
// expect: PROVED
// warplaw: block=32 in=u32[32]:any out=u32[4]
// warplaw: ensures out[w] == sum(t, 0, 7, in[8 * w + t])
__global__ void sums(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x, mask = ((1u << 8) - 1) << (lane & ~7u);
  unsigned sum = in[lane];
  for (unsigned by = 4; by > 0; by /= 2)
    sum += __shfl_down_sync(mask, sum, by, 8);
  if (lane % 8 == 0)
    out[lane / 8] = sum;
}
