# POPC: the sign bit is not counted (POPC-1)
# concrete/instructions/popc_portable.cpp: popc_portable
s/__builtin_popcount(modifiers->inverts ? ~b : b)/__builtin_popcount((modifiers->inverts ? ~b : b) \& 0x7fffffff)/
