// What the theorems about ATOMS's list of lanes share (ATOMS-5): atoms_list.cpp, atoms_list_compressed.cpp.
#pragma once
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {

/// What a listing is given, in order: the order, the lanes that perform as an integer, the list.
enum ListingObject : unsigned { kOrder, kList };

/// A listing without a loop, as VBMI2's is: what its call leaves.
CallStatement compressedStatement(Terms& terms);
Obligations compressedListing(Terms& terms, const Subject& subject, const std::string& symbol,
                              const std::string& replaySymbol, const std::string& name);

} // namespace warplaw::proofs::atoms
