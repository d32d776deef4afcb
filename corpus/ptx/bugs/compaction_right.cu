// The leader's base reaches the others by a shuffle.
// expect: PROVED
// warplaw: block=8 in=s32[8]:any out=s32[8] next=u32[1]:zero
// warplaw: ensures next[0] == count(t, 0, 7, in[t] > 0)
__global__ void compact(const int* in, int* out, unsigned* next) {
  const int value = in[threadIdx.x];
  const unsigned kept = __ballot_sync(0xff, value > 0);
  unsigned base;
  if (threadIdx.x == 0) {
    base = *next;
    *next = base + __popc(kept);
  }
  base = __shfl_sync(0xff, base, 0);
  if (value > 0)
    out[base + __popc(kept & ((1u << threadIdx.x % 32) - 1))] = value;
}
