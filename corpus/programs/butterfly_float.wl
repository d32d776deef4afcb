// The total of floats in every lane: each lane has a tree of its own, in which its partner's sum comes first. These
// trees differ in the order of two operands alone, so all lanes agree, bit by bit.
rules: SHFL-13 FADD-1
reg: R1=0x3f800000
define: of2(k) = old R1[k ^ 16] +f old R1[k]
define: of4(k) = of2(k ^ 8) +f of2(k)
define: of8(k) = of4(k ^ 4) +f of4(k)
define: of16(k) = of8(k ^ 2) +f of8(k)
ensures: R1[lane] == of16(lane ^ 1) +f of16(lane)
ensures: R1[lane] == R1[0]

SHFL.BFLY __, R2, R1, 16, 31
FADD R1, R2, R1
SHFL.BFLY __, R2, R1, 8, 31
FADD R1, R2, R1
SHFL.BFLY __, R2, R1, 4, 31
FADD R1, R2, R1
SHFL.BFLY __, R2, R1, 2, 31
FADD R1, R2, R1
SHFL.BFLY __, R2, R1, 1, 31
FADD R1, R2, R1
