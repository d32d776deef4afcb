# SHFL: UP compares with the least lane of the segment, as if there were no clamp (SHFL-4)
# concrete/instructions/shfl_vector.h: shfl
s/(Signed)(maxLane ^ isUp)/(Signed)(((maxLane \& ~isUp) | (minLane \& isUp)) ^ isUp)/
