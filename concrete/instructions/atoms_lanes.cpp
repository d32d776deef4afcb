// What ATOMS does with all lanes before it serialises them: addresses, errors, CAST.SPIN's winners, and the list of
// those that take a step, in order (ATOMS-2, -4, -5, -9, -10).
#include "concrete/instructions/atoms_lanes.h"
#include "concrete/vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
constexpr std::uint32_t kWidth = 4; ///< banks that are found at a time
using Vector = VectorOf<kWidth>::Unsigned;
using InMemory = VectorOf<kWidth>::InMemory;
typedef std::uint8_t Bytes __attribute__((vector_size(16), aligned(1), may_alias));
constexpr std::uint64_t kPlacesATurn = 4; ///< of the order, listed in one turn of a loop

/// The error of each lane of `errorLanes`, and what those of errorWrites put into their destination.
__attribute__((noinline)) void reportErrors(const AtomsModifiers* modifiers, const Operands* operands,
                                            const AtomsChoices* choices, std::uint32_t allocated, std::uint32_t size,
                                            std::uint32_t errorLanes, std::uint32_t highRegister, Results* results) {
  const std::uint32_t offset = offsetOf(modifiers);
  const std::uint32_t misalignedFirst = choices->misalignedFirst;
  const std::uint32_t writing = errorLanes & choices->errorWrites;
  const std::uint32_t* low = choices->errorValueLow.data();
  const std::uint32_t* high = choices->errorValueHigh.data();
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t address = operands->row[atoms_rows::kBase][i] + offset;
    const bool outside = static_cast<std::uint64_t>(address) + size > allocated; // not wrapping at 2^32 (ATOMS-4)
    const bool misaligned = (address & (size - 1)) != 0;
    const bool prefersMisaligned = (misalignedFirst >> i) & 1; // where both hold (MACH-8)
    const ErrorKind kind =
        misaligned & (!outside | prefersMisaligned) ? ErrorKind::MisalignedAddress : ErrorKind::AddressOutOfRange;
    results->error[i] = static_cast<std::uint8_t>((errorLanes >> i) & 1 ? kind : ErrorKind::None);
    if ((writing >> i) & 1) {
      results->row[0][i] = low[i];
      if (highRegister)
        results->row[1][i] = high[i];
    }
  }
}

/// The lanes whose access is aligned and ends by `allocated`, whether they execute or not.
std::uint32_t lanesThatFit(const Operands* operands, std::uint32_t offset, std::uint32_t allocated,
                           std::uint32_t size) {
  using Sixteen = VectorOf<16>;
  constexpr std::uint32_t kSignBit = 0x80000000; ///< added to both sides, it makes an unsigned comparison a signed one
  const std::uint32_t anyFits = maskOf(allocated >= size);
  const std::uint32_t last = (allocated - size) & anyFits; // the greatest address that fits, if any does
  const std::int32_t biasedLast = static_cast<std::int32_t>(last + kSignBit);
  std::uint32_t fitting = 0;
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += 16) {
    const auto base = *reinterpret_cast<const Sixteen::InMemory*>(operands->row[atoms_rows::kBase] + first);
    const auto biased =
        base + (offset + kSignBit); // the low bits, which say whether it is aligned, are the address's own
    fitting |= bitsOf(((Sixteen::Signed)biased <= biasedLast) & (Sixteen::Signed)((biased & (size - 1)) == 0u))
               << first;
  }
  return fitting & anyFits;
}

/// bits[lane] = the bit of the lane's bank (ATOMS-10), or 0 if the lane is not in `admitted`.
void bankBits(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
              std::uint32_t admitted, std::uint32_t chosenBanks, std::uint32_t* bits) {
  const std::uint32_t offset = offsetOf(modifiers);
  const std::uint8_t* bank64 = choices->bank64.data();
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
    const Vector lane = 1u << (Vector{0, 1, 2, 3} + first);
    const Vector address = *reinterpret_cast<const InMemory*>(operands->row[atoms_rows::kBase] + first) + offset;
    const Vector chosen = {bank64[first], bank64[first + 1], bank64[first + 2], bank64[first + 3]};
    const Vector bank = (chosenBanks ? chosen : address >> 2) & 31u;
    *reinterpret_cast<InMemory*>(bits + first) = (1u << bank) & (Vector)((lane & admitted) != 0u);
  }
}
} // namespace

extern "C" {

std::uint32_t warplaw_atoms_admit(const AtomsModifiers* modifiers, const Operands* operands,
                                  const AtomsChoices* choices, std::uint32_t allocated, std::uint32_t size,
                                  std::uint32_t highRegister, Results* results) {
  const std::uint32_t exec = operands->exec;
  const std::uint32_t admitted = exec & lanesThatFit(operands, offsetOf(modifiers), allocated, size);
  results->predicateWritten = 0;
  for (std::uint32_t i = 0; i < kLanes; ++i)
    results->error[i] = static_cast<std::uint8_t>(ErrorKind::None);
  if (admitted == exec) { // who lists these lanes, and counts turns, need not wait for the addresses
    results->written[0] = exec;
    results->written[1] = highRegister ? exec : 0;
    return exec;
  }
  const std::uint32_t errorLanes = exec & ~admitted;
  const std::uint32_t written = admitted | (errorLanes & choices->errorWrites);
  results->written[0] = written;
  results->written[1] = highRegister ? written : 0;
  reportErrors(modifiers, operands, choices, allocated, size, errorLanes, highRegister, results);
  return admitted;
}

std::uint32_t warplaw_atoms_spin_winners(const AtomsModifiers* modifiers, const Operands* operands,
                                         const AtomsChoices* choices, std::uint32_t admitted,
                                         std::uint32_t chosenBanks) {
  std::uint32_t bankBit[kLanes]; // of lanes that take part; 0 elsewhere
  bankBits(modifiers, operands, choices, admitted, chosenBanks, bankBit);
  const std::uint8_t* order = choices->order.data();
  std::uint32_t taken = 0;
  std::uint32_t winners = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t k = 0; k < kLanes; ++k) {
    const std::uint32_t lane = order[k] & 31u;
    const std::uint32_t after = taken | bankBit[lane];
    winners |= static_cast<std::uint32_t>(after != taken) << lane;
    taken = after;
  }
  return winners;
}

std::uint32_t warplaw_atoms_list_portable(const std::uint8_t* order, std::uint32_t performing, std::uint8_t* list) {
  if (performing == ~0u) { // the order itself
#pragma clang loop unroll(full)
    for (std::uint32_t first = 0; first < kLanes; first += sizeof(Bytes))
      *reinterpret_cast<Bytes*>(list + first) = *reinterpret_cast<const Bytes*>(order + first) & 31;
    return kLanes;
  }
  std::uint64_t count = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t k = 0; k < kLanes; k += kPlacesATurn)
#pragma clang loop unroll(full)
    for (std::uint64_t i = 0; i < kPlacesATurn; ++i) {
      const std::uint32_t lane = order[k + i] & 31u;
      list[count] = static_cast<std::uint8_t>(lane); // written over if it does not perform
      count += (performing >> lane) & 1u;
    }
  return static_cast<std::uint32_t>(count);
}
}
