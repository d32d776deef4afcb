// The mask is made by a ballot before the branch.
// expect: PROVED
// warplaw: block=32 in=s32[32]:any out=s32[32]
// warplaw: ensures in[b] <= 0 ==> out[b] == 0
// warplaw: ensures in[b] > 0 ==> out[b] == sum(t, 0, 31, in[t] * (in[t] > 0))
__global__ void positive_sum(const int* in, int* out) {
  const int value = in[threadIdx.x];
  const unsigned positive = __ballot_sync(0xffffffff, value > 0);
  int sum = 0;
  if (value > 0)
    sum = __reduce_add_sync(positive, value);
  out[threadIdx.x] = sum;
}
