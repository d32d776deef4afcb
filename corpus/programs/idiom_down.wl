// Tree of shuffles down: the sum of a warp in lane 0
// x += __shfl_down_sync(mask, x, d) for d = 16, 8, 4, 2, 1.
rules: SYNC-10 SYNC-2
activemask: R10
define: members(k) = sum(l, 0, 31, active[l] ? old R1[l] : 0)
// Lane 0 has the sum exactly if all 32 lanes are there, and no other lane ever has it: where the source lane is past the end a lane adds its own value.
exactly: !active[lane] || all(l, 0, 31, active[l]) && lane == 0 <==> active[lane] ==> R1[lane] == members(0)
// Lane 31 has 32 times its own value.
ensures: all(l, 0, 31, active[l]) ==> R1[31] == 32 * old R1[31]
// Every lane has the sum.
claim: all(l, 0, 31, active[l]) ==> R1[lane] == members(0)
// Any mask with lane 0 in it will do for lane 0.
claim: active[0] ==> R1[0] == members(0)

shfl.sync.down.b32 %r2, %r1, 16, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 8, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 4, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 2, 0x1f, %r10;
IADD R1, R1, R2
shfl.sync.down.b32 %r2, %r1, 1, 0x1f, %r10;
IADD R1, R1, R2
