// Butterfly with a guard: is the source there?
// y = __shfl_xor_sync(mask, x, d); if (mask >> (lane ^ d) & 1) x += y;
rules: SYNC-10 SYNC-2
activemask: R10
define: members(k) = sum(l, 0, 31, active[l] ? old R1[l] : 0)
// A member has the sum of the members exactly if with each member k all lanes on the way from k are members: their upper bits are its own, the lower ones those of k.
exactly: !active[lane] || all(k, 0, 31, active[k] ==> all(i, 0, 4, active[lane >> i << i | k & (1 << i) - 1])) <==> active[lane] ==> R1[lane] == members(0)
// So all members have it exactly if they are a subcube: all lanes whose numbers agree in some bits (3^5 sets), or nobody.
ensures: all(l, 0, 31, active[l] ==> all(k, 0, 31, active[k] ==> all(i, 0, 4, active[l >> i << i | k & (1 << i) - 1]))) == (!any(l, 0, 31, active[l]) || any(m, 0, 31, any(k, 0, 31, (k & m) == 0 && all(l, 0, 31, active[l] == ((l & ~m) == k)))))
// With the guard any mask will do.
claim: active[lane] ==> R1[lane] == members(0)

S2R R3, SR_LANEID
LOP.XOR R4, R3, 16
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.bfly.b32 %r2, %r1, 16, 0x1f, %r10;
@P1 IADD R1, R1, R2
LOP.XOR R4, R3, 8
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.bfly.b32 %r2, %r1, 8, 0x1f, %r10;
@P1 IADD R1, R1, R2
LOP.XOR R4, R3, 4
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.bfly.b32 %r2, %r1, 4, 0x1f, %r10;
@P1 IADD R1, R1, R2
LOP.XOR R4, R3, 2
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.bfly.b32 %r2, %r1, 2, 0x1f, %r10;
@P1 IADD R1, R1, R2
LOP.XOR R4, R3, 1
SHR.U32 R5, R10, R4
LOP.AND R5, R5, 1
ISETP.NE.U32.AND P1, PT, R5, RZ, PT
shfl.sync.bfly.b32 %r2, %r1, 1, 0x1f, %r10;
@P1 IADD R1, R1, R2
