// One atomic for all lanes of a location: tickets by reduction
// ticket = __shfl_sync(d, old, leader) + __reduce_add_sync(d, v) - v;
// Said of the lanes of one location, as above.
rules: SYNC-10 SYNC-5
activemask: R10
define: leads(l) = active[l] && !any(k, 0, l - 1, active[k])
// The reduction gives the tickets: what the leader got and what the lanes before add.
claim: active[lane] ==> R8[lane] == sum(l, 0, 31, leads(l) ? old R7[l] : 0) + sum(k, 0, lane - 1, active[k] ? old R5[k] : 0)

IADD R3, RZ, -R10
LOP.AND R3, R10, R3
FLO.U32 R3, R3
shfl.sync.idx.b32 %r8, %r7, %r3, 0x1f, %r10;
redux.sync.add.u32 %r6, %r5, %r10;
IADD R8, R8, R6
IADD R8, R8, -R5
