// activemask in a branch
// It gives the lanes that are together there.
// theorems: idiom_activemask

// All that it names have taken the branch, and the lane itself is among them.
// expect: CHECKED ensures
// warplaw: entry=who_is_here block=32 in=s32[32]:any out=u32[32]
// warplaw: ensures in[b] > 0 ==> all(k, 0, 31, (out[b] >> k & 1) == 1 ==> in[k] > 0) && (out[b] >> b & 1) == 1
__global__ void who_is_here(const int* in, unsigned* out) {
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = __activemask();
}

// A ballot before the branch names all that will take it, and no schedule changes that.
// warplaw: entry=who_will_come block=32 in=s32[32]:any out=u32[32]
// warplaw: ensures in[b] > 0 ==> all(k, 0, 31, (out[b] >> k & 1) == (in[k] > 0))
__global__ void who_will_come(const int* in, unsigned* out) {
  const unsigned positive = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = positive;
}
