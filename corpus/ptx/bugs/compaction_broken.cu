// A compaction whose base is read before it is written: no shuffle hands it from the leader, and no barrier orders it.
// expect: REFUTED race
// warplaw: block=8 in=s32[8]:any out=s32[8] next=u32[1]:zero
__global__ void compact(const int* in, int* out, unsigned* next) {
  __shared__ unsigned base;
  const int value = in[threadIdx.x];
  const unsigned kept = __ballot_sync(0xff, value > 0);
  if (threadIdx.x == 0) {
    base = *next;
    *next = base + __popc(kept);
  }
  if (value > 0)
    out[base + __popc(kept & ((1u << threadIdx.x % 32) - 1))] = value; // here
}
