# IADD: -Ra is the complement: the carry into it is forgotten (IADD-1)
# concrete/instructions/iadd_portable.cpp: iadd_portable
s/negatesA ? 0u - a : a/negatesA ? ~a : a/
