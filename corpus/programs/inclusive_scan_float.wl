// Prefix sums of floats: each step adds what stands to the left to the sum that is there, so that a lane's sum has this
// tree, and no other.
rules: SHFL-13 FADD-1
reg: R1=0x3f800000
define: of1(k) = old R1[k]
define: of2(k) = k >= 1 ? of1(k - 1) +f of1(k) : of1(k)
define: of4(k) = k >= 2 ? of2(k - 2) +f of2(k) : of2(k)
define: of8(k) = k >= 4 ? of4(k - 4) +f of4(k) : of4(k)
define: of16(k) = k >= 8 ? of8(k - 8) +f of8(k) : of8(k)
define: of32(k) = k >= 16 ? of16(k - 16) +f of16(k) : of16(k)
ensures: R1[lane] == of32(lane)
// from left to right it would be another
claim: R1[3] == ((old R1[0] +f old R1[1]) +f old R1[2]) +f old R1[3]

SHFL.UP P1, R2, R1, 1, 0
@P1 FADD R1, R2, R1
SHFL.UP P1, R2, R1, 2, 0
@P1 FADD R1, R2, R1
SHFL.UP P1, R2, R1, 4, 0
@P1 FADD R1, R2, R1
SHFL.UP P1, R2, R1, 8, 0
@P1 FADD R1, R2, R1
SHFL.UP P1, R2, R1, 16, 0
@P1 FADD R1, R2, R1
