// A shuffle from a lane that has exited: lanes past n return, and the others read their neighbour.
// expect: REFUTED deadlock
// warplaw: block=8 in=u32[8]:any out=u32[8] n=any
// warplaw: requires n <= 8
__global__ void neighbour(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned lane = threadIdx.x;
  if (lane >= n)
    return;
  const unsigned value = in[lane];
  const unsigned next = __shfl_down_sync(0xff, value, 1); // here
  out[lane] = value + next;
}
