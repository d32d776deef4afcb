// Half of the warp shuffles and says that all of it does: the other half never comes.
// warplaw: entry=divergent_shuffle
// warplaw: in=s32[32]:lane out=s32[32]
__global__ void divergent_shuffle(const int* in, int* out) {
  int value = in[threadIdx.x];
  if (threadIdx.x < 16)
    value += __shfl_xor_sync(0xffffffff, value, 16); // 0x0000ffff, and 8, would do
  out[threadIdx.x] = value;
}
