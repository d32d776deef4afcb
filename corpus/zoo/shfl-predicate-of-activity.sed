# SHFL: the predicate says whether the lane that is read executes, not whether it is in range (SHFL-6)
# concrete/instructions/shfl_vector.h: shfl
s/inRange = p;/inRange = isActive;/
