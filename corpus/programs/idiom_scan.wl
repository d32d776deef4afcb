// Prefix sums
// y = __shfl_up_sync(mask, x, d); if (lane >= d) x += y; for d = 1, 2, 4, 8, 16.
rules: SYNC-10 SYNC-2
activemask: R10
define: prefix(k) = sum(j, 0, k, active[j] ? old R1[j] : 0)
// A member has the sum of the members up to itself exactly if all lanes before it are members. So all have theirs exactly if the members are lanes 0 to n - 1.
exactly: !active[lane] || all(j, 0, lane, active[j]) <==> active[lane] ==> R1[lane] == prefix(lane)
// It works with the members of any mask.
claim: active[lane] ==> R1[lane] == prefix(lane)

shfl.sync.up.b32 %r2|%p1, %r1, 1, 0, %r10;
@P1 IADD R1, R1, R2
shfl.sync.up.b32 %r2|%p1, %r1, 2, 0, %r10;
@P1 IADD R1, R1, R2
shfl.sync.up.b32 %r2|%p1, %r1, 4, 0, %r10;
@P1 IADD R1, R1, R2
shfl.sync.up.b32 %r2|%p1, %r1, 8, 0, %r10;
@P1 IADD R1, R1, R2
shfl.sync.up.b32 %r2|%p1, %r1, 16, 0, %r10;
@P1 IADD R1, R1, R2
