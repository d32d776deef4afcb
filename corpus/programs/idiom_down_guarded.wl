// Tree of shuffles down with a guard: is the source there?
// y = __shfl_down_sync(mask, x, d); if (lane + d < 32 && mask >> (lane + d) & 1) x += y;
rules: SYNC-10 SYNC-2
activemask: R10
define: members(k) = sum(l, 0, 31, active[l] ? old R1[l] : 0)
define: rest(k) = k >= 16 ? k - 16 : k >= 8 ? k - 8 : k >= 4 ? k - 4 : k >= 2 ? k - 2 : k >= 1 ? k - 1 : k
// Lane 0 has the sum of the members exactly if it is one itself and if with each member k the lane is there whose number is k less its highest bit. All prefixes are such sets; so is {0, 2}.
exactly: active[0] && all(k, 1, 31, active[k] ==> active[rest(k)]) <==> active[0] && R1[0] == members(0)
// With the guard any mask with lane 0 in it will do.
claim: active[0] ==> R1[0] == members(0)

S2R R3, SR_LANEID
IADD R4, R3, 16
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 16, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 8
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 8, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 4
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 4, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 2
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 2, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 1
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 1, 0x1f, %r10;
@P1 IADD R1, R1, R2
