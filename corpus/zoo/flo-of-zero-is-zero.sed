# FLO: nothing found is bit 0 (FLO-1)
# concrete/instructions/flo.cpp: flo
s/return sought ? found : kFloNone;/return found;/
