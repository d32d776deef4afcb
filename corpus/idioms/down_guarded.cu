// Tree of shuffles down with a guard: is the source there?
// A lane adds what it reads only where the mask names the source.
// theorems: idiom_down_guarded idiom_down_guarded_ascending

__device__ unsigned step(unsigned mask, unsigned x, unsigned by) {
  const unsigned y = __shfl_down_sync(mask, x, by);
  const unsigned source = 1ull << (threadIdx.x + by); // 0: past the end
  return (mask & source) != 0 ? x + y : x;
}
__device__ unsigned descending(unsigned mask, unsigned x) {
  for (unsigned by = 16; by > 0; by /= 2)
    x = step(mask, x, by);
  return x;
}
__device__ unsigned ascending(unsigned mask, unsigned x) {
  for (unsigned by = 1; by < 32; by *= 2)
    x = step(mask, x, by);
  return x;
}

// If the members are the first n lanes, lane 0 has their sum.
// warplaw: entry=first_lanes block=32 in=u32[32]:any out=u32[1] n=any
// warplaw: requires n >= 1 && n <= 32
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (t < n))
__global__ void first_lanes(const unsigned* in, unsigned* out, unsigned n) {
  if (threadIdx.x < n) {
    const unsigned x = descending(0xffffffff >> (32 - n), in[threadIdx.x]);
    if (threadIdx.x == 0)
      out[0] = x;
  }
}

// Lane 0 has the sum of the members exactly if with each member k the lane is one whose number is k less its highest
// bit. The first lanes are such sets; so is {0, 2}. If a set is not such a one, and each member gives a bit of its own,
// the sum is another one.
// warplaw: entry=exactly block=32 in=u32[32]:any out=u32[1] members=any
// warplaw: requires (members & 1) == 1
// warplaw: ensures all(k, 16, 31, (members >> k & 1) == 1 ==> (members >> k - 16 & 1) == 1) && all(k, 8, 15, (members >> k & 1) == 1 ==> (members >> k - 8 & 1) == 1) && all(k, 4, 7, (members >> k & 1) == 1 ==> (members >> k - 4 & 1) == 1) && all(k, 2, 3, (members >> k & 1) == 1 ==> (members >> k - 2 & 1) == 1) && all(k, 1, 1, (members >> k & 1) == 1 ==> (members >> k - 1 & 1) == 1) ==> out[0] == sum(t, 0, 31, in[t] * (members >> t & 1))
// warplaw: ensures all(t, 0, 31, in[t] == 1 << t) && out[0] == members ==> all(k, 16, 31, (members >> k & 1) == 1 ==> (members >> k - 16 & 1) == 1) && all(k, 8, 15, (members >> k & 1) == 1 ==> (members >> k - 8 & 1) == 1) && all(k, 4, 7, (members >> k & 1) == 1 ==> (members >> k - 4 & 1) == 1) && all(k, 2, 3, (members >> k & 1) == 1 ==> (members >> k - 2 & 1) == 1) && all(k, 1, 1, (members >> k & 1) == 1 ==> (members >> k - 1 & 1) == 1)
__global__ void exactly(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned x = descending(members, in[threadIdx.x]);
    if (threadIdx.x == 0)
      out[0] = x;
  }
}

// With ascending steps it is k less its lowest bit.
// warplaw: entry=exactly_ascending block=32 in=u32[32]:any out=u32[1] members=any
// warplaw: requires (members & 1) == 1
// warplaw: ensures all(k, 1, 31, (members >> k & 1) == 1 ==> (members >> (k & k - 1) & 1) == 1) ==> out[0] == sum(t, 0, 31, in[t] * (members >> t & 1))
// warplaw: ensures all(t, 0, 31, in[t] == 1 << t) && out[0] == members ==> all(k, 1, 31, (members >> k & 1) == 1 ==> (members >> (k & k - 1) & 1) == 1)
__global__ void exactly_ascending(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned x = ascending(members, in[threadIdx.x]);
    if (threadIdx.x == 0)
      out[0] = x;
  }
}

// With the guard not any mask with lane 0 in it will do.
// expect: REFUTED ensures
// warplaw: entry=any_mask block=32 in=u32[32]:any out=u32[1] members=any
// warplaw: requires (members & 1) == 1
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (members >> t & 1))
__global__ void any_mask(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned x = descending(members, in[threadIdx.x]);
    if (threadIdx.x == 0)
      out[0] = x;
  }
}
