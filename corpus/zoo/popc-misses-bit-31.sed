# POPC: the sign bit is not counted (POPC-1)
# concrete/instructions/popc.cpp: popc
s/__builtin_popcount(modifiers->inverts ? ~b : b)/__builtin_popcount((modifiers->inverts ? ~b : b) \& 0x7fffffff)/
