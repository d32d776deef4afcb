// Butterfly over 8 lanes
// The last 3 steps alone: d = 4, 2, 1.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 3 << 3
define: block(k) = sum(j, first(k), first(k) + 7, active[j] ? old R1[j] : 0)
// A member has the sum of its 8 neighbours (from a multiple of 8 on) exactly if all of them are there, so all members have theirs exactly if the set is a union of whole blocks.
exactly: !active[lane] || all(j, first(lane), first(lane) + 7, active[j]) <==> active[lane] ==> R1[lane] == block(lane)

shfl.sync.bfly.b32 %r2, %r1, 4, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 2, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 1, 0x1f, %r10;
IADD R1, R1, R2
