// The two sides meet before the __syncwarp.
// expect: PROVED
// warplaw: target=sm_60 block=32 out=u32[32]
// warplaw: ensures all(t, 0, 15, out[t] == 2 * (31 - t)) && all(t, 16, 31, out[t] == 32 - t)
__global__ void swap(unsigned* out) {
  __shared__ unsigned cells[32];
  const unsigned thread = threadIdx.x;
  if (thread < 16)
    cells[thread] = thread;
  else
    cells[thread] = 2 * thread;
  __syncwarp();
  out[thread] = cells[31 - thread] + (thread < 16 ? 0 : 1);
}
