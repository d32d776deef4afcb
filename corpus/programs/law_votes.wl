// Votes against the ballot
// Said of one group, whose membermask R10 holds; several are each by itself (SYNC-1).
rules: SYNC-9 SYNC-3
activemask: R10
// all: the ballot is the members; any: it is not 0; uni: all say so, or all say not.
ensures: active[lane] ==> P1[lane] == (R2[lane] == old R10[lane]) && P2[lane] == (R2[lane] != 0) && P3[lane] == (P1[lane] || P4[lane])

vote.sync.ballot.b32 %r2, %p0, %r10;
vote.sync.all.pred %p1, %p0, %r10;
vote.sync.any.pred %p2, %p0, %r10;
vote.sync.uni.pred %p3, %p0, %r10;
vote.sync.all.pred %p4, !%p0, %r10;
