// Logical warps of eight lanes, each with the mask of the first one.
// expect: REFUTED undefined-sync
// warplaw: block=32 in=u32[32]:any out=u32[4]
__global__ void sums(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x, mask = (1u << 8) - 1;
  unsigned sum = in[lane];
  for (unsigned by = 4; by > 0; by /= 2)
    sum += __shfl_down_sync(mask, sum, by, 8); // here
  if (lane % 8 == 0)
    out[lane / 8] = sum;
}
