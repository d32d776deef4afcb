// Width 16: five steps
// x += __shfl_down_sync(mask, x, d, 16) for d = 16, 8, 4, 2, 1, all lanes there.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 4 << 4
define: block(k) = sum(j, first(k), first(k) + 15, active[j] ? old R1[j] : 0)
// Each step too many doubles it: lane 0 has 2 times the sum of its block.
ensures: all(l, 0, 31, active[l]) ==> R1[0] == 2 * block(0)
// Five steps will do, whatever the width.
claim: all(l, 0, 31, active[l]) ==> R1[0] == block(0)

shfl.sync.down.b32 %r2, %r1, 16, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 8, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 4, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 2, 0x101f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 1, 0x101f, %r10;
IADD R1, R1, R2
