// Width 16: butterfly
// x += __shfl_xor_sync(mask, x, d, 16) for d = 8, 4, 2, 1.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 4 << 4
define: block(k) = sum(j, first(k), first(k) + 15, active[j] ? old R1[j] : 0)
// A member has the sum of its block exactly if the whole block is there.
exactly: !active[lane] || all(j, first(lane), first(lane) + 15, active[j]) <==> active[lane] ==> R1[lane] == block(lane)

shfl.sync.bfly.b32 %r2, %r1, 8, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 4, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 2, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 1, 0x101f, %r10;
IADD R1, R1, R2
