// A spin lock inside a warp. Below sm_70 the lane that has the lock waits where ways meet for those that spin, for ever.
// Since sm_70 it goes on some time; that the lock orders what the lanes do is then a matter of fences, which are not
// judged.
// expect: REFUTED deadlock
// warplaw: target=sm_60 block=2 lock=u32[1]:zero total=u32[1]:zero
__global__ void locked_add(unsigned* lock, unsigned* total) {
  while (atomicCAS(lock, 0, 1) != 0) { // here
  }
  *total += threadIdx.x + 1;
  __threadfence();
  atomicExch(lock, 0);
}
