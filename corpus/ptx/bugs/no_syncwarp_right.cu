// __syncwarp orders the stores before the loads.
// expect: PROVED
// warplaw: block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[b] == in[31 - b]
__global__ void reverse(const unsigned* in, unsigned* out) {
  __shared__ unsigned cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = cells[31 - threadIdx.x];
}
