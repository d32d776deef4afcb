// Lanes execute a shuffle in whose mask they are not.
// expect: REFUTED undefined-sync
// warplaw: block=8 in=u32[8]:any out=u32[8]
__global__ void first(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = __shfl_sync(0x0f, in[threadIdx.x], 0); // here
}
