// A shuffle of before CUDA 9, without a mask, in a branch: lane 0, which it reads, has not taken the branch.
// expect: REFUTED undefined-lane
// warplaw: target=sm_60 block=8 in=u32[8]:any out=u32[8]
__global__ void first(const unsigned* in, unsigned* out) {
  const unsigned lane = threadIdx.x, value = in[lane];
  unsigned first = value;
  if (lane >= 4)
    asm volatile("shfl.idx.b32 %0, %1, 0, 31;" : "=r"(first) : "r"(value));
  out[lane] = first; // here
}
