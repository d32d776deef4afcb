# SHFL: UP compares with the least lane of the segment, as if there were no clamp (SHFL-4)
# concrete/instructions/shfl_vector.h: shfl
s/(SignedWarpBytes)(maxLane ^ isUp)/(SignedWarpBytes)(((maxLane \& ~isUp) | (i \& seg \& isUp)) ^ isUp)/
