// The leader is the group's lowest lane.
// expect: PROVED
// warplaw: block=4 in=u32[4]:any out=u32[4]
// warplaw: ensures out[b] == in[b]
__global__ void broadcast_key(const unsigned* in, unsigned* out) {
  const unsigned key = in[threadIdx.x];
  const unsigned group = __match_any_sync(0xf, key);
  out[threadIdx.x] = __shfl_sync(group, key, __ffs(group) - 1);
}
