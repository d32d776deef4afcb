# SHL: a shift by 32 or more is one by the low five bits (SHIFT-1)
# concrete/instructions/shift.cpp: shift
s/: b < 32 ? b : 32;/: b % 32;/
