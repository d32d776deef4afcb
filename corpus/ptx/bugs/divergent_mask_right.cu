// The mask is made by a ballot before the branch, where all lanes are, and its lowest lane is asked.
// expect: PROVED
// warplaw: block=32 in=s32[32]:any out=s32[32]
// warplaw: ensures in[b] <= 0 ==> out[b] == 0
// warplaw: ensures in[0] > 0 && in[b] > 0 ==> out[b] == in[0]
__global__ void first_of_positive(const int* in, int* out) {
  const int value = in[threadIdx.x];
  const unsigned positive = __ballot_sync(0xffffffff, value > 0);
  int first = 0;
  if (value > 0)
    first = __shfl_sync(positive, value, __ffs(positive) - 1);
  out[threadIdx.x] = first;
}
