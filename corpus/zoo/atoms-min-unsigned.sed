# ATOMS: MIN.S32 compares unsigned (ATOMS-6)
# concrete/instructions/atoms_forms.cpp: atoms_forms
s/using min_s32 = Plain<Replaces<MinSigned,/using min_s32 = Plain<Replaces<MinUnsigned,/
