# ATOMS: CAST stores although the comparison fails (ATOMS-9)
# concrete/instructions/atoms_forms.cpp: atoms_forms
/struct Casts/,/^};/s/return old == compare ? swap : old;/return swap;/
