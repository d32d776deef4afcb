// Transpose in shared memory
// A tile is stored row by row and loaded column by column; a column more keeps lanes apart in the banks.

// What stood at row r, column c stands at row c, column r.
// warplaw: entry=transpose block=8,8 in=u32[64]:any out=u32[64]
// warplaw: ensures all(r, 0, 7, all(c, 0, 7, out[c * 8 + r] == in[r * 8 + c]))
__global__ void transpose(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[8][9];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// There are two warps, and __syncwarp waits for nobody of the other one: its cells may be read before they are written.
// expect: REFUTED uninitialised
// warplaw: entry=by_warps block=8,8 in=u32[64]:any out=u32[64]
__global__ void by_warps(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[8][9];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
  __syncwarp();
  out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // here
}
