// A ballot before the branch asks the lanes themselves.
// expect: PROVED
// warplaw: block=8 in=s32[8]:any out=u32[8]
// warplaw: ensures in[b] > 0 ==> out[b] == count(t, 0, 7, in[t] > 0)
__global__ void count_positive(const int* in, unsigned* out) {
  const unsigned positive = __ballot_sync(0xff, in[threadIdx.x] > 0);
  unsigned count = 0;
  if (in[threadIdx.x] > 0)
    count = __popc(positive);
  out[threadIdx.x] = count;
}
