// Columns of ATOMS: addresses, and turns that are not in lane order (ATOMS-2, -5).
#pragma once
#include "fuzz/readers.h"
#include "spec/instructions/atoms.h"

namespace warplaw::fuzz {

/// ATOMS-2: no base, or RZ, or a register and a signed offset.
std::uint32_t atomsAddressPlainly(bool noBase, std::uint32_t base, std::uint32_t imm24);

Explanation explained(const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                      const spec::AtomsChoices& choices, std::uint32_t allocated, const spec::SurroundingCells& cells);

} // namespace warplaw::fuzz
