// The shuffle names the lanes that take part, and stands before the branch.
// expect: PROVED
// warplaw: block=8 in=u32[8]:any out=u32[8]
// warplaw: ensures out[b] == in[b] * (b < 4) + in[0] * (b >= 4)
__global__ void first(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x, value = in[lane];
  const unsigned first = __shfl_sync(0xff, value, 0);
  out[lane] = lane >= 4 ? first : value;
}
