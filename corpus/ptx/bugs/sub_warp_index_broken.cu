// A scan by logical warps of four lanes: the last lane's sum is read by its number in the logical warp, as if that
// were its number in the warp.
// expect: REFUTED ensures
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
  out[lane] = __shfl_sync(0xffff, sum, 3);
}
