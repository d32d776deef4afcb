// The mask has all that execute it.
// expect: PROVED
// warplaw: block=8 in=u32[8]:any out=u32[8]
// warplaw: ensures out[b] == in[0]
__global__ void first(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = __shfl_sync(0xff, in[threadIdx.x], 0);
}
