// Every thread reads what its neighbour in the next warp writes, and nothing lies between: a race.
// warplaw: entry=racy block=64
// warplaw: out=s32[64]
__global__ void racy(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[(threadIdx.x + 32) % 64]; // __syncthreads() belongs before this line
}
