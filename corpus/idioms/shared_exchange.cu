// Exchange through shared memory
// One lane stores, another loads. A warp that runs together is no promise of an order: __syncwarp is.

// With __syncwarp between store and load every lane has what its partner stored.
// warplaw: entry=exchange block=32 in=u32[32]:any out=u32[32] from=u32[32]:any
// warplaw: requires from[b] < 32
// warplaw: ensures out[b] == in[from[b]]
__global__ void exchange(const unsigned* in, unsigned* out, const unsigned* from) {
  __shared__ unsigned cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = cells[from[threadIdx.x]];
}

// If the cells are used again, another one is needed before the next store.
// expect: REFUTED race
// warplaw: entry=twice block=32 in=u32[32]:any out=u32[32]
__global__ void twice(const unsigned* in, unsigned* out) {
  __shared__ unsigned cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  const unsigned first = cells[31 - threadIdx.x];
  cells[threadIdx.x] = first + 1; // here
  __syncwarp();
  out[threadIdx.x] = cells[threadIdx.x ^ 1];
}

// So it is right.
// warplaw: entry=twice_ordered block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures out[b] == in[31 - (b ^ 1)] + 1
__global__ void twice_ordered(const unsigned* in, unsigned* out) {
  __shared__ unsigned cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  const unsigned first = cells[31 - threadIdx.x];
  __syncwarp();
  cells[threadIdx.x] = first + 1;
  __syncwarp();
  out[threadIdx.x] = cells[threadIdx.x ^ 1];
}
