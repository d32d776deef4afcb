// Laws of votes and reductions
// Said of one group, whose membermask `members` holds; several are each by itself.
// theorems: law_votes law_redux_ballot law_redux_signs law_redux_bounds

// all: the ballot is the members; any: it is not 0; uni: all say so, or all say not.
// warplaw: entry=votes block=32 p=u32[32]:any ballot=u32[32] is=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> is[b] == (ballot[b] == members) + 2 * (ballot[b] != 0) + 4 * (ballot[b] == members || ballot[b] == 0)
// warplaw: ensures (members >> b & 1) == 1 ==> all(k, 0, 31, (ballot[b] >> k & 1) == ((members >> k & 1) == 1 && p[k] != 0))
__global__ void votes(const unsigned* p, unsigned* ballot, unsigned* is, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const int mine = p[threadIdx.x] != 0;
    ballot[threadIdx.x] = __ballot_sync(members, mine);
    const int all = __all_sync(members, mine) != 0, any = __any_sync(members, mine) != 0;
    is[threadIdx.x] = all + 2 * any + 4 * (__uni_sync(members, mine) != 0);
  }
}

// The sum of 1 and 0 is the number of members that say so, which the ballot counts, too.
// warplaw: entry=counts block=32 p=u32[32]:any out=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> out[b] == count(k, 0, 31, (members >> k & 1) == 1 && p[k] != 0)
__global__ void counts(const unsigned* p, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1)
    out[threadIdx.x] = __reduce_add_sync(members, p[threadIdx.x] ? 1u : 0u);
}

// The signed minimum is the unsigned one of the words with their top bit changed, changed back; so is the maximum.
// warplaw: entry=signs block=32 in=u32[32]:any least=u32[32] most=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> least[b] == 0 && most[b] == 0
__global__ void signs(const unsigned* in, unsigned* least, unsigned* most, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned value = in[threadIdx.x], changed = value ^ 0x80000000;
    least[threadIdx.x] = __reduce_min_sync(members, (int)value) ^ __reduce_min_sync(members, changed) ^ 0x80000000;
    most[threadIdx.x] = __reduce_max_sync(members, (int)value) ^ __reduce_max_sync(members, changed) ^ 0x80000000;
  }
}

// No word is below the least one or above the greatest.
// warplaw: entry=bounds block=32 in=u32[32]:any least=u32[32] most=u32[32]
// warplaw: ensures all(k, 0, 31, least[b] <= in[k] && in[k] <= most[b])
__global__ void bounds(const unsigned* in, unsigned* least, unsigned* most) {
  least[threadIdx.x] = __reduce_min_sync(~0u, in[threadIdx.x]);
  most[threadIdx.x] = __reduce_max_sync(~0u, in[threadIdx.x]);
}
