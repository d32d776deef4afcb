// Width 8: butterfly
// x += __shfl_xor_sync(mask, x, d, 8) for d = 4, 2, 1.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 3 << 3
define: block(k) = sum(j, first(k), first(k) + 7, active[j] ? old R1[j] : 0)
// A member has the sum of its block exactly if the whole block is there.
exactly: !active[lane] || all(j, first(lane), first(lane) + 7, active[j]) <==> active[lane] ==> R1[lane] == block(lane)

shfl.sync.bfly.b32 %r2, %r1, 4, 0x181f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 2, 0x181f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 1, 0x181f, %r10;
IADD R1, R1, R2
