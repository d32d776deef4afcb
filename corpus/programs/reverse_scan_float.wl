// Suffix sums of floats: each step adds what stands to the right, whose sum is the first of the two that are added.
rules: SHFL-13 FADD-1
reg: R1=0x3f800000
define: of1(k) = old R1[k]
define: of2(k) = k < 31 ? of1(k + 1) +f of1(k) : of1(k)
define: of4(k) = k < 30 ? of2(k + 2) +f of2(k) : of2(k)
define: of8(k) = k < 28 ? of4(k + 4) +f of4(k) : of4(k)
define: of16(k) = k < 24 ? of8(k + 8) +f of8(k) : of8(k)
define: of32(k) = k < 16 ? of16(k + 16) +f of16(k) : of16(k)
ensures: R1[lane] == of32(lane)

SHFL.DOWN P1, R2, R1, 1, 31
@P1 FADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 2, 31
@P1 FADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 4, 31
@P1 FADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 8, 31
@P1 FADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 16, 31
@P1 FADD R1, R2, R1
