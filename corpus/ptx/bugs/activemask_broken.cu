// __activemask is taken for the set of lanes that took the branch. Which lanes run together is the implementation's
// choice: what is stated holds where they run together as far as they can, and not where each runs by itself.
// expect: REFUTED ensures
// warplaw: block=8 in=s32[8]:any out=u32[8]
// warplaw: ensures in[b] > 0 ==> out[b] == count(t, 0, 7, in[t] > 0)
__global__ void count_positive(const int* in, unsigned* out) {
  unsigned count = 0;
  if (in[threadIdx.x] > 0)
    count = __popc(__activemask());
  out[threadIdx.x] = count;
}
