// Width 2: five steps
// x += __shfl_down_sync(mask, x, d, 2) for d = 16, 8, 4, 2, 1, all lanes there.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 1 << 1
define: block(k) = sum(j, first(k), first(k) + 1, active[j] ? old R1[j] : 0)
// Each step too many doubles it: lane 0 has 16 times the sum of its block.
ensures: all(l, 0, 31, active[l]) ==> R1[0] == 16 * block(0)
// Five steps will do, whatever the width.
claim: all(l, 0, 31, active[l]) ==> R1[0] == block(0)

shfl.sync.down.b32 %r2, %r1, 16, 0x1e1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 8, 0x1e1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 4, 0x1e1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 2, 0x1e1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 1, 0x1e1f, %r10;
IADD R1, R1, R2
