# shfl.sync: the last lane of a segment is out of range, off by one at lane 31 (SYNC-2)
# concrete/instructions/shfl_vector.h: shflsync
s/(Signed)(maxLane ^ isUp)/(Signed)((maxLane - (1u \& ~isUp)) ^ isUp)/
