// The total in every lane: each step adds the partial sum of the partner, whose number differs in one bit.
rules: SHFL-13
reg: R1=lane+1
ensures: R1[lane] == sum(k, 0, 31, old R1[k])

SHFL.BFLY __, R2, R1, 16, 31
IADD R1, R2, R1
SHFL.BFLY __, R2, R1, 8, 31
IADD R1, R2, R1
SHFL.BFLY __, R2, R1, 4, 31
IADD R1, R2, R1
SHFL.BFLY __, R2, R1, 2, 31
IADD R1, R2, R1
SHFL.BFLY __, R2, R1, 1, 31
IADD R1, R2, R1
