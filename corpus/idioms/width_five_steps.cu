// Segments: five steps, whatever the width
// The loop begins at 16, and the width is less.
// theorems: idiom_width_2_five_steps idiom_width_4_five_steps idiom_width_8_five_steps idiom_width_16_five_steps

__device__ unsigned five_steps(unsigned x, unsigned width) {
  for (unsigned by = 16; by > 0; by /= 2)
    x += __shfl_down_sync(0xffffffff, x, by, width);
  return x;
}

// Each step too many doubles it: a source outside of the segment is the lane itself.
// also: width=2,4,16
// warplaw: entry=doubled block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures out[0] == 32 / width * sum(t, 0, 31, in[t] * (t < width))
__global__ void doubled(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = five_steps(in[threadIdx.x], width);
}

// Five steps do not give the sum of the segment.
// expect: REFUTED ensures
// also: width=2,4,16
// warplaw: entry=not_the_sum block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (t < width))
__global__ void not_the_sum(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = five_steps(in[threadIdx.x], width);
}
