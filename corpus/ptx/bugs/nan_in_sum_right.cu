// A NaN is counted as 0 before lanes are added.
// expect: PROVED
// warplaw: block=4 in=f32[4]:any out=f32[1]
// warplaw: ghost number(t) = in[t] * ((in[t] & 0x7fffffff) <= 0x7f800000)
// warplaw: ensures out[0] == (number(0) +f number(2)) +f (number(1) +f number(3))
__global__ void total(const float* in, float* out) {
  float sum = in[threadIdx.x];
  if (sum != sum)
    sum = 0;
  for (unsigned by = 2; by > 0; by /= 2)
    sum += __shfl_down_sync(0xf, sum, by);
  if (threadIdx.x == 0)
    out[0] = sum;
}
