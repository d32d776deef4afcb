// The sum of each warp's 32 values, by shuffles.
// warplaw: entry=warp_reduction block=64
// warplaw: in=s32[64]:lane out=s32[2]
// warplaw: expect:out=s32[2]:496,1520
__global__ void warp_reduction(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, by);
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = sum;
}
