// One lane writes, so its order of additions is the one that counts.
// expect: PROVED
// warplaw: block=4 in=f32[4]:any out=f32[1]
// warplaw: ensures out[0] == ((in[0] +f in[1]) +f in[2]) +f in[3]
__global__ void total(const float* in, float* out) {
  float sum = in[threadIdx.x];
  for (unsigned by = 1; by < 4; ++by)
    sum += __shfl_sync(0xf, in[threadIdx.x], (threadIdx.x + by) % 4);
  if (threadIdx.x == 0)
    out[0] = sum;
}
