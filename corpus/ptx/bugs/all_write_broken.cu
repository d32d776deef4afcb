// Each lane adds all numbers in an order of its own, and all write their sum to one place: which one
// stays there is chance, and their last bits differ.
// expect: REFUTED race
// warplaw: block=4 in=f32[4]:any out=f32[1]
__global__ void total(const float* in, float* out) {
  float sum = in[threadIdx.x];
  for (unsigned by = 1; by < 4; ++by)
    sum += __shfl_sync(0xf, in[threadIdx.x], (threadIdx.x + by) % 4);
  out[0] = sum; // here
}
