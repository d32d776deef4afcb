// Width 4: tree of shuffles down
// x += __shfl_down_sync(mask, x, d, 4) for d = 2, 1.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 2 << 2
define: block(k) = sum(j, first(k), first(k) + 3, active[j] ? old R1[j] : 0)
// The first lane of a block has its sum exactly if the whole block is there; no other lane ever has.
exactly: !active[lane] || all(j, first(lane), first(lane) + 3, active[j]) && lane == first(lane) <==> active[lane] ==> R1[lane] == block(lane)

shfl.sync.down.b32 %r2, %r1, 2, 0x1c1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 1, 0x1c1f, %r10;
IADD R1, R1, R2
