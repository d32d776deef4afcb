// Stream compaction: where each lane that has something writes it
// A ballot says which lanes have something, and a lane's place is the number of such lanes before it.
// theorems: idiom_compaction

__device__ unsigned place(unsigned yes) { return __popc(yes & ((1u << threadIdx.x % 32) - 1)); }

// Each member with p has a place of its own, 0 to n - 1 in the order of lanes, whichever the members are.
// For a whole warp, the theorem about the instructions says so.
// warplaw: entry=places block=8 p=u32[8]:any out=u32[8] members=any
// warplaw: requires members < 256
// warplaw: ensures all(k, 0, 7, p[k] != 0 && (members >> k & 1) == 1 ==> out[k] == count(t, 0, 7, t < k && p[t] != 0 && (members >> t & 1) == 1))
__global__ void places(const unsigned* p, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned yes = __ballot_sync(members, p[threadIdx.x] != 0);
    if (p[threadIdx.x])
      out[threadIdx.x] = place(yes);
  }
}

// What is written there is packed: each kept number stands at its place, and no two lanes write one place.
// warplaw: entry=pack block=4 in=u32[4]:any out=u32[4]
// warplaw: ensures all(k, 0, 3, in[k] != 0 ==> out[count(t, 0, 3, t < k && in[t] != 0)] == in[k])
__global__ void pack(const unsigned* in, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  const unsigned yes = __ballot_sync(0xf, value != 0);
  if (value)
    out[place(yes)] = value;
}

// Where a lane counts itself, too, the last one writes past the end.
// expect: REFUTED out-of-bounds
// warplaw: entry=pack_le block=8 in=u32[8]:any out=u32[8]
__global__ void pack_le(const unsigned* in, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  const unsigned yes = __ballot_sync(0xff, value != 0);
  if (value)
    out[__popc(yes & ((2u << threadIdx.x % 32) - 1))] = value; // here
}
