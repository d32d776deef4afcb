// The same with a reduction: the lanes that do not take the branch are awaited, and leave.
// expect: REFUTED deadlock
// warplaw: block=32 in=s32[32]:any out=s32[32]
__global__ void positive_sum(const int* in, int* out) {
  const int value = in[threadIdx.x];
  int sum = 0;
  if (value > 0)
    sum = __reduce_add_sync(0xffffffff, value); // here
  out[threadIdx.x] = sum;
}
