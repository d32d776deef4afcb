// Each half names itself.
// expect: PROVED
// warplaw: block=8 in=u32[8]:any out=u32[8]
// warplaw: ensures out[b] == in[b & ~3]
__global__ void first_of_half(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned mask = lane < 4 ? 0x0f : 0xf0;
  out[lane] = __shfl_sync(mask, in[lane], 0, 4);
}
