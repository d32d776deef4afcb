// Lanes that take their turns over a list, in code (ATOMS-5, RED-6, MACH-4): orders and lists as bytes of a lane each,
// what code takes from such tables, words in memory.
#pragma once
#include "proofs/statements/lifting.h"
#include "symbolic/terms/described.h"

namespace warplaw::proofs {

/// The portable way to list the lanes that perform, in order (proofs/theorems/atoms_list.cpp).
inline constexpr const char* kPortableListing = "warplaw_atoms_list_portable";
/// The contract of a pointer to any path's way.
inline constexpr const char* kAnyListing = "the path's list of lanes";
/// Any path's way to list the lanes that attempt, in order (atoms_list.cpp): their count is returned.
using Listing = std::uint32_t(const std::uint8_t* order, std::uint32_t performing, std::uint8_t* list);

/// 8 bits a lane: "order[3]".
symbolic::PerLane<Term> laneBytes(Terms& terms, const std::string& name);
lift::Table laneTable(const std::string& name, const symbolic::PerLane<Term>& bytes, bool writable = false);

/// Look-ups in tables whose first cells are these; more may lie behind them.
std::vector<Term> lookUps(std::span<const Term> roots, const symbolic::PerLane<Term>& cells);

/// Memory as a function from 32-bit places to bytes.
using Bytes = std::function<Term(Term)>;
Term load(const Bytes& memory, Term address, unsigned bytes); ///< little-endian (MACH-4)

} // namespace warplaw::proofs
