// The tree begins at half of the lanes that the mask names, and only the first lane's sum is used.
// expect: PROVED
// warplaw: block=8 in=u32[8]:any out=u32[1]
// warplaw: ensures out[0] == in[0] + in[1]
__global__ void last_step(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned sum = in[lane];
  const unsigned mask = __ballot_sync(0xff, lane < 2);
  if (lane < 2)
    for (unsigned by = 1; by > 0; by /= 2)
      sum += __shfl_down_sync(mask, sum, by);
  if (lane == 0)
    out[0] = sum;
}
