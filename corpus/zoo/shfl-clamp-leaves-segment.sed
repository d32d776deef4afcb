# SHFL: the clamp is not cut to the segment (SHFL-1)
# concrete/instructions/shfl_vector.h: shfl
s/(clamp & ~seg)/clamp/
