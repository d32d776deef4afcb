// match.all against match.any
// Said of one group, whose membermask R10 holds; several are each by itself (SYNC-1).
rules: SYNC-9
activemask: R10
// match.all's mask is all members where its predicate is true, and 0 where it is false.
ensures: active[lane] ==> R3[lane] == (P1[lane] ? old R10[lane] : 0)
// That is true exactly if match.any gives all members.
ensures: active[lane] ==> P1[lane] == (R2[lane] == old R10[lane])
// It is so in all lanes or in none: two lanes are at most 16 apart, in a circle.
ensures: all(k, 1, 16, active[lane] && active[(lane + k) & 31] ==> P1[lane] == P1[(lane + k) & 31])
// Its mask is the set that match.any gives.
claim: active[lane] ==> R3[lane] == R2[lane]

match.any.sync.b32 %r2, %r1, %r10;
match.all.sync.b32 %r3|%p1, %r1, %r10;
