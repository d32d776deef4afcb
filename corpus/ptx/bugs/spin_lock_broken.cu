// A spin lock inside a warp. Below sm_70 the lane that has the lock waits where ways meet for those that spin; since
// sm_70 it goes on some time. How long the others spin is not followed for all inputs.
// expect: UNKNOWN race
// warplaw: block=2 lock=u32[1]:zero total=u32[1]:zero
__global__ void locked_add(unsigned* lock, unsigned* total) {
  while (atomicCAS(lock, 0, 1) != 0) { // here
  }
  *total += threadIdx.x + 1;
  __threadfence();
  atomicExch(lock, 0);
}
