// One atomic for all lanes of a location: whose turn comes first
// old = the leader's atomicAdd(address, total); ticket = __shfl_sync(d, old, 0) + what the lanes before add
// Said of lanes 0 and 1, which add different numbers.
rules: SYNC-10 SYNC-2
active: 0x3
activemask: R10
// The tickets are those of the order of lanes.
ensures: R8[0] == old R7[0] && R8[1] == old R7[0] + old R5[0]
// They are a permutation of any serial order's, so of lane 1 first and then lane 0.
claim: R8[0] == old R7[0] + old R5[1] && R8[1] == old R7[0] || R8[0] == old R7[0] && R8[1] == old R7[0] + old R5[1]

shfl.sync.up.b32 %r3|%p1, %r5, 0x1, 0x0, %r10;
shfl.sync.idx.b32 %r8, %r7, 0x0, 0x1f, %r10;
@P1 IADD R8, R8, R3
