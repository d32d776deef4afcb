// Butterfly: the sum of a warp in every lane
// x += __shfl_xor_sync(mask, x, d) for d = 16, 8, 4, 2, 1; mask: the lanes that are there.
rules: SYNC-10 SYNC-2
activemask: R10
define: members(k) = sum(l, 0, 31, active[l] ? old R1[l] : 0)
// With all 32 lanes every lane has the sum. With any other set of lanes no member is sure of its own: somewhere it added what a lane gave that is not there.
exactly: !active[lane] || all(l, 0, 31, active[l]) <==> active[lane] ==> R1[lane] == members(0)
// A partial mask: every member has the sum of the members.
claim: active[lane] ==> R1[lane] == members(0)

shfl.sync.bfly.b32 %r2, %r1, 16, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 8, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 4, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 2, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 1, 0x1f, %r10;
IADD R1, R1, R2
