// Butterfly with a guard: is the source there?
// A lane adds what it reads only where the mask names the source.
// theorems: idiom_butterfly_guarded

__device__ unsigned guarded(unsigned mask, unsigned x) {
  for (unsigned by = 16; by > 0; by /= 2) {
    const unsigned y = __shfl_xor_sync(mask, x, by);
    if (mask >> (threadIdx.x ^ by) & 1)
      x += y;
  }
  return x;
}

// A member has the sum of the members if with each member k all lanes on the way from k are members: their upper bits
// are its own, the lower ones those of k.
// warplaw: entry=connected block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires lane < 32 && (members >> lane & 1) == 1
// warplaw: requires all(k, 0, 31, (members >> k & 1) == 1 ==> all(i, 0, 4, (members >> (lane >> i << i | k & (1 << i) - 1) & 1) == 1))
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (members >> t & 1))
__global__ void connected(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = guarded(members, in[threadIdx.x]);
    if (threadIdx.x == lane)
      out[0] = sum;
  }
}

// With the guard not any mask will do: the sum of some is missing, or is there twice.
// expect: REFUTED ensures
// warplaw: entry=any_mask block=32 in=u32[32]:any out=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> out[b] == sum(t, 0, 31, in[t] * (members >> t & 1))
__global__ void any_mask(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1)
    out[threadIdx.x] = guarded(members, in[threadIdx.x]);
}

// Whatever else the mask is, that member's sum is another one as soon as each lane gives a bit of its own.
// expect: PROVED
// warplaw: entry=not_connected block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires all(t, 0, 31, in[t] == 1 << t)
// warplaw: requires lane < 32 && (members >> lane & 1) == 1
// warplaw: requires any(k, 0, 31, (members >> k & 1) == 1 && any(i, 0, 4, (members >> (lane >> i << i | k & (1 << i) - 1) & 1) == 0))
// warplaw: ensures out[0] != members
__global__ void not_connected(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = guarded(members, in[threadIdx.x]);
    if (threadIdx.x == lane)
      out[0] = sum;
  }
}
