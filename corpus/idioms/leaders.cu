// Leaders: one lane for all that are alike
// d = __match_any_sync(mask, key) is who is alike; __ffs(d) - 1 is the first of these.
// theorems: idiom_aggregate_leaders

// The lanes of a key agree on one of them, the first.
// warplaw: entry=first_alike block=32 key=u32[32]:any out=u32[32]
// warplaw: ensures all(k, 0, 31, any(l, 0, k, out[k] == l && key[l] == key[k] && !any(t, 0, 31, t < l && key[t] == key[k])))
__global__ void first_alike(const unsigned* key, unsigned* out) {
  out[threadIdx.x] = __ffs(__match_any_sync(0xffffffff, key[threadIdx.x])) - 1;
}

// So also among the members of a mask.
// warplaw: entry=first_member block=8 key=u32[8]:any out=u32[8] members=any
// warplaw: requires members < 256
// warplaw: ensures all(k, 0, 7, (members >> k & 1) == 1 ==> any(l, 0, k, out[k] == l && (members >> l & 1) == 1 && key[l] == key[k] && !any(t, 0, 7, t < l && (members >> t & 1) == 1 && key[t] == key[k])))
__global__ void first_member(const unsigned* key, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1)
    out[threadIdx.x] = __ffs(__match_any_sync(members, key[threadIdx.x])) - 1;
}

// Exactly one lane of those that are here is the leader, if the mask is a ballot that all took part in.
// warplaw: entry=elect block=32 p=u32[32]:any out=u32[1]:zero
// warplaw: ensures out[0] == any(t, 0, 31, p[t] != 0)
__global__ void elect(const unsigned* p, unsigned* out) {
  const unsigned here = __ballot_sync(0xffffffff, p[threadIdx.x] != 0);
  if (p[threadIdx.x] && threadIdx.x == __ffs(here) - 1)
    out[0] = out[0] + 1;
}

// Without the -1 the next lane is asked, which may have another key.
// expect: REFUTED undefined-lane
// warplaw: entry=without_minus_one block=8 key=u32[8]:any out=u32[8]
__global__ void without_minus_one(const unsigned* key, unsigned* out) {
  const unsigned alike = __match_any_sync(0xff, key[threadIdx.x]);
  out[threadIdx.x] = __shfl_sync(alike, key[threadIdx.x], __ffs(alike)); // here
}
