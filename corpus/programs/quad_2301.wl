// The neighbour along y in each quad; the published comment says the one along x.
rules: SHFL-13
reg: R1=lane+1
ensures: all(k, 0, 3, active[(lane & ~3) | k]) ==> R2[lane] == old R1[lane ^ 2]
claim: all(k, 0, 3, active[(lane & ~3) | k]) ==> R2[lane] == old R1[lane ^ 1]

SHFL.BFLY PT, R2, R1, 2, 0x1c03
