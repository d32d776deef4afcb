// The sum of each block's values: warps by shuffles, the block through shared memory.
// warplaw: entry=block_reduction grid=2 block=128
// warplaw: in=f32[256]:1+lane%2 out=f32[2]
// warplaw: expect:out=f32[2]:192
__device__ float warpSum(float sum) {
  for (int by = 16; by > 0; by /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, by);
  return sum;
}

__global__ void block_reduction(const float* in, float* out) {
  __shared__ float of_warp[32];
  const float sum = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    const float all = warpSum(threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0);
    if (threadIdx.x == 0)
      out[blockIdx.x] = all;
  }
}
