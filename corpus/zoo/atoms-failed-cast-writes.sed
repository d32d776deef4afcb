# ATOMS: CAST stores although the comparison fails (ATOMS-9)
# concrete/instructions/atoms_forms.cpp: atoms_forms
/struct Casts/,/^};/s/Width::store(at, old == compare ? swap : old);/Width::store(at, swap);/
