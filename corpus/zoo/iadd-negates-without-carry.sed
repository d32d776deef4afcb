# IADD: -Ra is the complement: the carry into it is forgotten (IADD-1)
# concrete/instructions/iadd.cpp: iadd
s/negatesA ? 0u - a : a/negatesA ? ~a : a/
