# ATOMS: lanes that meet in one word take their steps in the order of their numbers (ATOMS-5)
# concrete/instructions/atoms_lanes.cpp: atoms_lanes
s/lane = order\[k + i\] & 31u;/lane = static_cast<std::uint32_t>(k + i);/
