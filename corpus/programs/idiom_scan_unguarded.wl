// Prefix sums without the guard
// x += __shfl_up_sync(mask, x, d) for d = 1, 2, 4, 8, 16.
rules: SYNC-10 SYNC-2
activemask: R10
define: prefix(k) = sum(j, 0, k, active[j] ? old R1[j] : 0)
// Lane 31 alone is right, and that exactly if all lanes are there.
exactly: !active[lane] || all(l, 0, 31, active[l]) && lane == 31 <==> active[lane] ==> R1[lane] == prefix(lane)
// Lane 0 has 32 times its own value.
ensures: all(l, 0, 31, active[l]) ==> R1[0] == 32 * old R1[0]
// The guard can be left out.
claim: all(l, 0, 31, active[l]) ==> R1[lane] == prefix(lane)

shfl.sync.up.b32 %r2, %r1, 1, 0, %r10;
IADD R1, R1, R2
shfl.sync.up.b32 %r2, %r1, 2, 0, %r10;
IADD R1, R1, R2
shfl.sync.up.b32 %r2, %r1, 4, 0, %r10;
IADD R1, R1, R2
shfl.sync.up.b32 %r2, %r1, 8, 0, %r10;
IADD R1, R1, R2
shfl.sync.up.b32 %r2, %r1, 16, 0, %r10;
IADD R1, R1, R2
