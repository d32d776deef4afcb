# SHFL: a lane that is off is read all the same (SHFL-7)
# concrete/instructions/shfl_vector.h: shfl
s/return (Machine::lookUp(value, bytes) & isActive) .*;/return Machine::lookUp(value, bytes);/
