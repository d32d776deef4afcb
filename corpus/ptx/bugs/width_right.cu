// The first lane of the segment is named by its number in the warp.
// expect: PROVED
// warplaw: block=24 in=u32[24]:any out=u32[24]
// warplaw: ensures out[b] == in[b - b % 12]
__global__ void segment_first(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = __shfl_sync(0xffffff, in[threadIdx.x], threadIdx.x - threadIdx.x % 12);
}
