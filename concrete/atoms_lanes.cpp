// What ATOMS does with all lanes before it serialises them: addresses, errors, and CAST.SPIN's winners (ATOMS-2, -4, -9, -10).
#include "concrete/atoms_lanes.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
/// address + size <= allocated, not wrapping at 2^32 (ATOMS-4).
bool inRange(std::uint32_t address, std::uint32_t size, std::uint32_t allocated) {
  return static_cast<std::uint64_t>(address) + size <= allocated;
}

/// Errors of the lanes of exec outside `admitted`, and what they write to their destination.
void reportErrors(AddressRule rule, const Operands* operands, const AtomsChoices* choices, std::uint32_t allocated, std::uint32_t size,
                  std::uint32_t errorLanes, std::uint32_t highRegister, Results* results) {
  const std::uint32_t* low = choices->errorValue.data()[0].data();
  const std::uint32_t* high = choices->errorValue.data()[1].data();
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t bit = 1u << i;
    const std::uint32_t address = addressOf(rule, operands->row[atoms_rows::kBase][i]);
    const bool outside = !inRange(address, size, allocated);
    const bool misaligned = (address & (size - 1)) != 0;
    const bool saysMisaligned = misaligned && (!outside || (choices->misalignedFirst & bit));
    if (!(errorLanes & bit)) continue;
    results->error[i] = static_cast<std::uint8_t>(saysMisaligned ? ErrorKind::MisalignedAddress : ErrorKind::AddressOutOfRange);
    if (!(choices->errorWrites & bit)) continue;
    results->row[0][i] = low[i];
    if (highRegister) results->row[1][i] = high[i];
  }
}
} // namespace

extern "C" {

std::uint32_t warplaw_atoms_admit(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                                  std::uint32_t allocated, std::uint32_t size, std::uint32_t highRegister, Results* results) {
  const AddressRule rule = addressRule(modifiers);
  std::uint32_t good = 0;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t address = addressOf(rule, operands->row[atoms_rows::kBase][i]);
    const bool fits = inRange(address, size, allocated) && (address & (size - 1)) == 0;
    good |= static_cast<std::uint32_t>(fits) << i;
    results->error[i] = static_cast<std::uint8_t>(ErrorKind::None);
  }
  const std::uint32_t admitted = operands->exec & good;
  const std::uint32_t errorLanes = operands->exec & ~good;
  const std::uint32_t written = admitted | (errorLanes & choices->errorWrites);
  results->written[0] = written;
  results->written[1] = highRegister ? written : 0;
  results->predicateWritten = 0;
  if (errorLanes) reportErrors(rule, operands, choices, allocated, size, errorLanes, highRegister, results);
  return admitted;
}

std::uint32_t warplaw_atoms_spin_winners(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                                         std::uint32_t admitted, std::uint32_t chosenBanks) {
  const AddressRule rule = addressRule(modifiers);
  const std::uint8_t* order = choices->order.data();
  const std::uint8_t* bank64 = choices->bank64.data();
  std::uint32_t taken = 0;
  std::uint32_t winners = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t k = 0; k < kLanes; ++k) {
    const std::uint32_t lane = order[k] & 31u;
    const std::uint32_t addressBank = (addressOf(rule, operands->row[atoms_rows::kBase][lane]) >> 2) & 31u;
    const std::uint32_t chosenBank = bank64[lane] & 31u;
    const std::uint32_t bank = chosenBanks ? chosenBank : addressBank;
    const std::uint32_t performs = (admitted >> lane) & ~(taken >> bank) & 1u;
    winners |= performs << lane;
    taken |= performs << bank;
  }
  return winners;
}
}
