// Prefix sums without the lane's own value: those of the lane below, and 0 where there is none.
rules: SHFL-13
reg: R1=lane+1
ensures: R1[lane] == sum(k, 0, lane - 1, old R1[k])

SHFL.UP P1, R2, R1, 1, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 2, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 4, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 8, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R2, R1, 16, 0
@P1 IADD R1, R2, R1
SHFL.UP P1, R1, R1, 1, 0
SEL R1, R1, 0, P1
