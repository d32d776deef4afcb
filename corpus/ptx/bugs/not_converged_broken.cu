// Below sm_70 all lanes that a mask names execute one __syncwarp together (CUDA-2.4). Since sm_70 they may do so at
// two places.
// expect: REFUTED undefined-sync
// warplaw: target=sm_60 block=32 out=u32[32]
__global__ void swap(unsigned* out) {
  __shared__ unsigned cells[32];
  const unsigned thread = threadIdx.x;
  if (thread < 16) {
    cells[thread] = thread;
    __syncwarp(); // here
    out[thread] = cells[31 - thread];
  } else {
    cells[thread] = 2 * thread;
    __syncwarp();
    out[thread] = cells[31 - thread] + 1;
  }
}
