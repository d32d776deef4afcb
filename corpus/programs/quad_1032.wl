// The neighbour along x in each quad.
rules: SHFL-13
reg: R1=lane+1
ensures: all(k, 0, 3, active[(lane & ~3) | k]) ==> R2[lane] == old R1[lane ^ 1]

SHFL.BFLY PT, R2, R1, 1, 0x1c03
