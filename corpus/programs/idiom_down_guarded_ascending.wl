// The same with ascending steps
// d = 1, 2, 4, 8, 16.
rules: SYNC-10 SYNC-2
activemask: R10
define: members(k) = sum(l, 0, 31, active[l] ? old R1[l] : 0)
define: rest(k) = k & (k - 1)
// Here it is k less its lowest bit.
exactly: active[0] && all(k, 1, 31, active[k] ==> active[rest(k)]) <==> active[0] && R1[0] == members(0)

S2R R3, SR_LANEID
IADD R4, R3, 1
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 1, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 2
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 2, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 4
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 4, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 8
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 8, 0x1f, %r10;
@P1 IADD R1, R1, R2
IADD R4, R3, 16
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.down.b32 %r2, %r1, 16, 0x1f, %r10;
@P1 IADD R1, R1, R2
