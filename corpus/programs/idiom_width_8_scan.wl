// Width 8: prefix sums
// y = __shfl_up_sync(mask, x, d, 8); if ((lane & 7) >= d) x += y; for d = 1, 2, 4.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 3 << 3
define: prefix(k) = sum(j, first(k), k, active[j] ? old R1[j] : 0)
// A member has the prefix sum of its block exactly if all lanes of the block before it are members. So all have theirs exactly if the members of each block are its first lanes, or none.
exactly: !active[lane] || all(j, first(lane), lane, active[j]) <==> active[lane] ==> R1[lane] == prefix(lane)

shfl.sync.up.b32 %r2|%p1, %r1, 1, 0x1800, %r10;
@P1 IADD R1, R1, R2
shfl.sync.up.b32 %r2|%p1, %r1, 2, 0x1800, %r10;
@P1 IADD R1, R1, R2
shfl.sync.up.b32 %r2|%p1, %r1, 4, 0x1800, %r10;
@P1 IADD R1, R1, R2
