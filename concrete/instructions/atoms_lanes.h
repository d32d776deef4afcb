// What ATOMS does with all lanes before it serialises them: addresses, errors, CAST.SPIN's winners, and the list of
// those that take a step, in order (ATOMS-2, -4, -5, -9, -10).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/atoms.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// How a path lists the lanes that take a step, in order.
using AtomsListing = std::uint32_t(const std::uint8_t* order, std::uint32_t performing, std::uint8_t* list);

/// The effective address of a lane, window-relative, is its word of the base row + offsetOf, mod 2^32 (ATOMS-2): imm24
/// is zero-extended where there is no base register or RZ (the base row is 0 then), else sign-extended.
inline std::uint32_t offsetOf(const spec::AtomsModifiers* modifiers) {
  const std::uint32_t zeroExtended = modifiers->imm24 & 0xFFFFFFu;
  const std::uint32_t signExtended = (zeroExtended ^ 0x800000u) - 0x800000u;
  return modifiers->baseIsZero ? zeroExtended : signExtended;
}

extern "C" {
/// The mask of the lanes that make an access: those of exec without an error (ATOMS-4, MACH-8). size: 4 or 8 bytes;
/// highRegister: 1 if the instruction returns a second register, else 0. Results: error in all lanes; written, both
/// rows; predicateWritten = 0; and the row words of lanes in error that write their destination nevertheless (choices
/// errorWrites, errorValue). Nothing else changes.
std::uint32_t warplaw_atoms_admit(const spec::AtomsModifiers* modifiers, const spec::Operands* operands,
                                  const spec::AtomsChoices* choices, std::uint32_t allocated, std::uint32_t size,
                                  std::uint32_t highRegister, spec::Results* results);
/// The mask of the lanes of `admitted` that come first in `order` among those of their bank (ATOMS-10). If chosenBanks
/// is not 0, choices.bank64 is the bank (U64 where not the default); if it is 0, address bits 6:2 are. The loop over
/// `order` carries taken (banks) and winners (lanes).
std::uint32_t warplaw_atoms_spin_winners(const spec::AtomsModifiers* modifiers, const spec::Operands* operands,
                                         const spec::AtomsChoices* choices, std::uint32_t admitted,
                                         std::uint32_t chosenBanks);
/// Returns how many places of `order` (32 bytes) have a lane in `performing`, and lists those lanes in order (ATOMS-5):
/// if lane order[k] performs, list[number of such places before k] is that lane. list: 32 bytes, initialised; from the
/// count on, bytes may be anything. One function a path, without branches on lanes, which no processor predicts.
AtomsListing warplaw_atoms_list_portable, warplaw_atoms_list_vbmi2;
}

} // namespace warplaw::concrete
