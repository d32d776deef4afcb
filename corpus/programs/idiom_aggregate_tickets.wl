// One atomic for all lanes of a location: what the leader adds, and tickets
// total = __reduce_add_sync(d, v); if (lane == leader) old = atomicAdd(address, total);
// ticket = __shfl_sync(d, old, leader) + __popc(d & lanemask_lt);
// Said of the lanes of one location, d in R10; several are as many groups, each by itself (SYNC-1).
// That one atomic with the total leaves in memory what an atomic of each lane would, in any order, and so for minimum, maximum, and, or, xor, and not for sums of floats, is the theorem red/aggregation; corpus/seeds/program-aggregate.json is the whole code on five locations at once.
rules: SYNC-10 SYNC-2 SYNC-5
activemask: R10
define: leads(l) = active[l] && !any(k, 0, l - 1, active[k])
// The total is the sum of what these lanes add.
ensures: active[lane] ==> R6[lane] == sum(k, 0, 31, active[k] ? old R5[k] : 0)
// Where each adds 1, every lane has the ticket that it would have had by an atomic of its own, in the order of lanes: what the leader got (R7) and 1 for each lane before.
ensures: active[lane] ==> R8[lane] == sum(l, 0, 31, leads(l) ? old R7[l] : 0) + sum(k, 0, lane - 1, active[k] ? 1 : 0)
// The same code gives tickets where lanes add different numbers: what the leader got and what the lanes before add.
claim: active[lane] ==> R8[lane] == sum(l, 0, 31, leads(l) ? old R7[l] : 0) + sum(k, 0, lane - 1, active[k] ? old R5[k] : 0)

redux.sync.add.u32 %r6, %r5, %r10;
IADD R3, RZ, -R10
LOP.AND R3, R10, R3
FLO.U32 R3, R3
shfl.sync.idx.b32 %r8, %r7, %r3, 0x1f, %r10;
S2R R4, SR_LTMASK
LOP.AND R4, R10, R4
POPC R4, R4
IADD R8, R8, R4
