# ATOMS: MIN.S32 compares unsigned (ATOMS-6)
# concrete/instructions/atoms_forms.cpp: atoms_forms
s/(MinSigned, asSigned(b) < asSigned(m)/(MinSigned, b < m/
