// redux.add counts
// Said of one group, whose membermask R10 holds; several are each by itself (SYNC-1).
rules: SYNC-9 SYNC-5
activemask: R10
// The sum of 1 and 0 is the number of members that say so, and the ballot has a bit for each of these.
ensures: active[lane] ==> R3[lane] == sum(k, 0, 31, active[k] && old P0[k] ? 1 : 0)
ensures: active[lane] ==> all(k, 0, 31, ((R2[lane] >> k & 1) == 1) == (active[k] && old P0[k]))

vote.sync.ballot.b32 %r2, %p0, %r10;
SEL R1, RZ, 1, !P0
redux.sync.add.u32 %r3, %r1, %r10;
