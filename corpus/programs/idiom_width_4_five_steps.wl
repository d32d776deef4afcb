// Width 4: five steps
// x += __shfl_down_sync(mask, x, d, 4) for d = 16, 8, 4, 2, 1, all lanes there.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 2 << 2
define: block(k) = sum(j, first(k), first(k) + 3, active[j] ? old R1[j] : 0)
// Each step too many doubles it: lane 0 has 8 times the sum of its block.
ensures: all(l, 0, 31, active[l]) ==> R1[0] == 8 * block(0)
// Five steps will do, whatever the width.
claim: all(l, 0, 31, active[l]) ==> R1[0] == block(0)

shfl.sync.down.b32 %r2, %r1, 16, 0x1c1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 8, 0x1c1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 4, 0x1c1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 2, 0x1c1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 1, 0x1c1f, %r10;
IADD R1, R1, R2
