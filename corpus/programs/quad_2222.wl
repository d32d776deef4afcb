// Lane 2 of each quad, read by all four of them.
rules: SHFL-13
reg: R1=lane+1
ensures: all(k, 0, 3, active[(lane & ~3) | k]) ==> R2[lane] == old R1[(lane & ~3) | 2]

SHFL.IDX PT, R2, R1, 2, 0x1c03
