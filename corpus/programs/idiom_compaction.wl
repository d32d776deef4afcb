// Stream compaction: where each lane that has something writes it
// b = __ballot_sync(mask, p); place = __popc(b & lanemask_lt);
rules: SYNC-10 SYNC-3
activemask: R10
define: yes(k) = active[k] && old P0[k] ? 1 : 0
// Each member with p has a place of its own, 0 to n - 1 in the order of lanes.
ensures: active[lane] && old P0[lane] ==> R4[lane] == sum(k, 0, lane - 1, yes(k))

vote.sync.ballot.b32 %r2, %p0, %r10;
S2R R3, SR_LTMASK
LOP.AND R4, R2, R3
POPC R4, R4
