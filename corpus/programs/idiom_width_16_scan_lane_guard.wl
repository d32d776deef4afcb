// Width 16: prefix sums, guarded by the lane of the warp
// y = __shfl_up_sync(mask, x, d, 16); if (lane >= d) x += y; for d = 1, 2, 4, 8.
rules: SYNC-10 SYNC-2
activemask: R10
define: first(k) = k >> 4 << 4
define: prefix(k) = sum(j, first(k), k, active[j] ? old R1[j] : 0)
// With all lanes there block 0 is right, and the last lane of each block; no other lane is.
exactly: !all(l, 0, 31, active[l]) || lane < 16 || lane == first(lane) + 15 <==> all(l, 0, 31, active[l]) ==> R1[lane] == prefix(lane)
// The guard lane >= d will do.
claim: all(l, 0, 31, active[l]) ==> R1[lane] == prefix(lane)

S2R R3, SR_LANEID
ISETP.GE.U32.AND P1, PT, R3, 1, PT
shfl.sync.up.b32 %r2, %r1, 1, 0x1000, %r10;
@P1 IADD R1, R1, R2
ISETP.GE.U32.AND P1, PT, R3, 2, PT
shfl.sync.up.b32 %r2, %r1, 2, 0x1000, %r10;
@P1 IADD R1, R1, R2
ISETP.GE.U32.AND P1, PT, R3, 4, PT
shfl.sync.up.b32 %r2, %r1, 4, 0x1000, %r10;
@P1 IADD R1, R1, R2
ISETP.GE.U32.AND P1, PT, R3, 8, PT
shfl.sync.up.b32 %r2, %r1, 8, 0x1000, %r10;
@P1 IADD R1, R1, R2
