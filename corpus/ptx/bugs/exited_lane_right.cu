// Lanes past n stay for the shuffle, and the last one uses nothing of a lane that is not there.
// expect: PROVED
// warplaw: block=8 in=u32[8]:any out=u32[8] n=any
// warplaw: requires n <= 8
// warplaw: ensures all(t, 0, 6, t + 1 < n ==> out[t] == in[t] + in[t + 1])
__global__ void neighbour(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned lane = threadIdx.x;
  const unsigned value = lane < n ? in[lane] : 0;
  const unsigned next = __shfl_down_sync(0xff, value, 1);
  if (lane < n)
    out[lane] = value + (lane + 1 < n ? next : 0);
}
