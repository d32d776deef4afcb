# shfl.sync: the last lane of a segment is out of range, off by one at lane 31 (SYNC-2)
# concrete/instructions/shfl_vector.h: shflsync
s/(SignedWarpBytes)(maxLane ^ isUp)/(SignedWarpBytes)((maxLane - (~isUp \& 1)) ^ isUp)/
