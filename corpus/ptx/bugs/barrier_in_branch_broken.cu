// A barrier in a branch that not all threads of the block take.
// expect: REFUTED divergent-barrier
// warplaw: block=64 in=u32[64]:any out=u32[64] n=any
// warplaw: requires n <= 64
__global__ void reverse(const unsigned* in, unsigned* out, unsigned n) {
  __shared__ unsigned cells[64];
  const unsigned thread = threadIdx.x;
  cells[thread] = 0;
  if (thread < n) {
    cells[thread] = in[thread];
    __syncthreads(); // here
  }
  out[thread] = cells[63 - thread];
}
