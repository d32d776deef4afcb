// How often each of 16 values occurs: atomics in shared memory, then in global memory.
// warplaw: entry=histogram grid=2 block=64
// warplaw: in=u8[128]:(i*i)%16 counts=u32[16]:zero
// warplaw: expect:counts=u32[16]:32,32,0,0,32,0,0,0,0,32,0,0,0,0,0,0
__global__ void histogram(const unsigned char* in, unsigned* counts) {
  __shared__ unsigned of_block[16];
  if (threadIdx.x < 16)
    of_block[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&of_block[in[blockIdx.x * blockDim.x + threadIdx.x]], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&counts[threadIdx.x], of_block[threadIdx.x]);
}
