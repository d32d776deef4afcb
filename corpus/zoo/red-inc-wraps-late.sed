# RED: INC wraps one step late (RED-6)
# concrete/instructions/red_step.cpp: red_step
s/return m >= b ? 0 : m + 1;/return m > b ? 0 : m + 1;/
