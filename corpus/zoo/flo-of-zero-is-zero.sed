# FLO: nothing found is bit 0 (FLO-1)
# concrete/instructions/flo_portable.cpp: flo_portable
s/return sought ? found : kFloNone;/return found;/
