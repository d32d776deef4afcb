// Lanes of one group have different masks: the lower half names the upper one, which names itself alone.
// expect: REFUTED undefined-sync
// warplaw: block=8 in=u32[8]:any out=u32[8]
__global__ void first_of_half(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned mask = lane < 4 ? 0xff : 0xf0;
  out[lane] = __shfl_sync(mask, in[lane], 0, 4); // here
}
