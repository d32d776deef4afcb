// A full mask in a divergent branch: lanes with a positive number ask all lanes of the warp.
// expect: REFUTED deadlock
// warplaw: block=32 in=s32[32]:any out=s32[32]
__global__ void first_of_positive(const int* in, int* out) {
  const int value = in[threadIdx.x];
  int first = 0;
  if (value > 0)
    first = __shfl_sync(0xffffffff, value, 0); // here
  out[threadIdx.x] = first;
}
