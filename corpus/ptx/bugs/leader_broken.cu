// A leader that is not in the group: lane 0 is asked for the group's base, and may have another key.
// expect: REFUTED undefined-lane
// warplaw: block=4 in=u32[4]:any out=u32[4]
// warplaw: ensures out[b] == in[b]
__global__ void broadcast_key(const unsigned* in, unsigned* out) {
  const unsigned key = in[threadIdx.x];
  const unsigned group = __match_any_sync(0xf, key);
  out[threadIdx.x] = __shfl_sync(group, key, 0); // here
}
