// The barrier stands behind the branch.
// expect: PROVED
// warplaw: block=64 in=u32[64]:any out=u32[64] n=any
// warplaw: requires n <= 64
// warplaw: ensures 63 - b < n ==> out[b] == in[63 - b]
__global__ void reverse(const unsigned* in, unsigned* out, unsigned n) {
  __shared__ unsigned cells[64];
  const unsigned thread = threadIdx.x;
  cells[thread] = 0;
  if (thread < n)
    cells[thread] = in[thread];
  __syncthreads();
  out[thread] = cells[63 - thread];
}
