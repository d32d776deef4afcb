// Prefix sums: with every step a lane has the sum of twice as many lanes, itself the last of them.
rules: SHFL-13
reg: R1=lane+1
ensures: R1[lane] == sum(k, 0, lane, old R1[k])

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
