// The lanes of the warp add up first, and one of them adds the sum by an atomic: nobody waits for anybody.
// expect: PROVED
// warplaw: block=2 total=u32[1]:zero
// warplaw: ensures total[0] == 3
__global__ void locked_add(unsigned* total) {
  const unsigned sum = __reduce_add_sync(3, threadIdx.x + 1);
  if (threadIdx.x == 0)
    atomicAdd(total, sum);
}
