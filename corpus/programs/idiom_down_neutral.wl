// Tree of shuffles down over some lanes: the others give 0
// x = p ? x : 0; x += __shfl_down_sync(0xffffffff, x, d) for d = 16, 8, 4, 2, 1, called by all lanes.
rules: SYNC-10 SYNC-2
// Lane 0 has the sum of the lanes with p, whichever these are.
ensures: R1[0] == sum(k, 0, 31, old P0[k] ? old R1[k] : 0)

SEL R1, R1, RZ, P0
shfl.sync.down.b32 %r2, %r1, 16, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 8, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 4, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 2, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 1, 0x1f, 0xffffffff;
IADD R1, R1, R2
