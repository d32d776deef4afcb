// A width that is no power of two: segments of 12 lanes are meant, and the shuffle has none such.
// expect: REFUTED ensures
// warplaw: block=24 in=u32[24]:any out=u32[24]
// warplaw: ensures out[b] == in[b - b % 12]
__global__ void segment_first(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = __shfl_sync(0xffffff, in[threadIdx.x], 0, 12);
}
