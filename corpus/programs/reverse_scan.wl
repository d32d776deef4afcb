// Suffix sums: as the prefix sums, towards lane 0.
rules: SHFL-13
reg: R1=lane+1
ensures: R1[lane] == sum(k, lane, 31, old R1[k])

SHFL.DOWN P1, R2, R1, 1, 31
@P1 IADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 2, 31
@P1 IADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 4, 31
@P1 IADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 8, 31
@P1 IADD R1, R2, R1
SHFL.DOWN P1, R2, R1, 16, 31
@P1 IADD R1, R2, R1
