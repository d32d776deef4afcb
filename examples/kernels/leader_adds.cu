// One lane adds for all that are in the branch, and the others get what it got from a shuffle: `base` is given to the
// leader alone. A compiler that takes that for undefined adds once a lane.
// warplaw: entry=leader_adds
// warplaw: in=s32[32]:i%3-1 count=s32[1]:zero places=s32[32]:zero
// warplaw: expect:count=s32[1]:10
__global__ void leader_adds(const int* in, int* count, int* places) {
  if (in[threadIdx.x] <= 0)
    return;
  const unsigned together = __activemask();
  const int leader = __ffs(together) - 1;
  int base;
  if (static_cast<int>(threadIdx.x) == leader)
    base = atomicAdd(count, __popc(together));
  base = __shfl_sync(together, base, leader);
  places[threadIdx.x] = base + __popc(together & ((1u << threadIdx.x) - 1));
}
