// Laws of match
// Said of one group, whose membermask `members` holds; several are each by itself.
// theorems: law_match_any law_match_all law_match_b64

// match_any: a lane is in its own set, and all of the set are members. Which others are in it goes by equal values, and
// so the sets are classes: if it has k in its set, k has it.
// warplaw: entry=any block=32 in=u32[32]:any out=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> (out[b] >> b & 1) == 1 && (out[b] & ~members) == 0
// warplaw: ensures all(j, 0, 31, (members >> j & 1) == 1 ==> all(k, 0, 31, ((out[j] >> k & 1) == 1) == ((members >> k & 1) == 1 && in[k] == in[j])))
// warplaw: ensures all(j, 0, 31, all(k, 0, 31, (members >> j & 1) == 1 && (members >> k & 1) == 1 ==> (out[j] >> k & 1) == (out[k] >> j & 1)))
__global__ void any(const unsigned* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1)
    out[threadIdx.x] = __match_any_sync(members, in[threadIdx.x]);
}

// match_all: its mask is all members where its predicate is true, and 0 where it is false.
// warplaw: entry=all block=16 in=u32[16]:any every=u32[16] is=u32[16] members=any
// warplaw: requires members < 65536
// warplaw: ensures (members >> b & 1) == 1 ==> every[b] == members * (is[b] != 0)
__global__ void all(const unsigned* in, unsigned* every, unsigned* is, unsigned members) {
  if (members >> threadIdx.x & 1) {
    int alike;
    every[threadIdx.x] = __match_all_sync(members, in[threadIdx.x], &alike);
    is[threadIdx.x] = alike;
  }
}

// That is true exactly if match_any gives all members, whichever lane looks: so in all lanes or in none. For a
// whole warp solvers do not decide this in time; the theorem about the instructions says it for 32 lanes.
// warplaw: entry=all_or_none block=6 in=u32[6]:any out=u32[6] is=u32[6] members=any
// warplaw: requires members < 64
// warplaw: ensures all(j, 0, 5, all(k, 0, 5, (members >> j & 1) == 1 && (members >> k & 1) == 1 ==> (is[j] != 0) == (out[k] == members)))
__global__ void all_or_none(const unsigned* in, unsigned* out, unsigned* is, unsigned members) {
  if (members >> threadIdx.x & 1) {
    int alike;
    out[threadIdx.x] = __match_any_sync(members, in[threadIdx.x]);
    __match_all_sync(members, in[threadIdx.x], &alike);
    is[threadIdx.x] = alike;
  }
}

// match_all's mask is not the set that match_any gives.
// expect: REFUTED ensures
// warplaw: entry=not_the_set block=4 in=u32[4]:any out=u32[4] every=u32[4]
// warplaw: ensures every[b] == out[b]
__global__ void not_the_set(const unsigned* in, unsigned* out, unsigned* every) {
  int alike;
  out[threadIdx.x] = __match_any_sync(0xf, in[threadIdx.x]);
  every[threadIdx.x] = __match_all_sync(0xf, in[threadIdx.x], &alike);
}

// match_any of 64 bits is match_any of the low words and of the high words.
// warplaw: entry=wide block=32 in=u64[32]:any out=u32[32] members=any
// warplaw: ensures (members >> b & 1) == 1 ==> out[b] == 0
__global__ void wide(const unsigned long long* in, unsigned* out, unsigned members) {
  if (members >> threadIdx.x & 1) {
    const unsigned long long value = in[threadIdx.x];
    const unsigned low = __match_any_sync(members, (unsigned)value);
    const unsigned high = __match_any_sync(members, (unsigned)(value >> 32));
    out[threadIdx.x] = __match_any_sync(members, value) ^ low & high;
  }
}
