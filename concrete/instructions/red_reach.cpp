// Where each of RED's lanes goes, or why it does not (RED-2..5, MACH-8).
#include "concrete/instructions/red.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
constexpr std::uint64_t kAddresses = std::uint64_t{1} << 40; ///< of the generic address space

/// RED-2, before bits above 40 are dropped or counted.
std::uint64_t addressOf(const RedModifiers* modifiers, std::uint32_t lane, const Operands* operands) {
  const std::uint32_t low = operands->row[red_rows::kBase][lane], high = operands->row[red_rows::kBaseHigh][lane];
  const std::uint32_t offset = ((modifiers->imm20 & 0xfffff) ^ 0x80000) - 0x80000; // its sign extended
  const std::uint64_t wideOffset = offset | (offset >> 31 ? 0xffffffff00000000 : 0);
  const std::uint64_t wide = (low | static_cast<std::uint64_t>(high) << 32) + wideOffset;
  return modifiers->extended ? wide : low + offset;
}

/// 1 or 0.
std::uint32_t isInWindow(std::uint64_t address, std::uint32_t low, std::uint32_t size) { return address - low < size; }

/// Of up to three errors that hold, the first in a cyclic order from `reported` on (MACH-8).
std::uint32_t kindOf(bool misaligned, std::uint32_t inWindow, bool outside, std::uint32_t reported) {
  constexpr auto kMisaligned = static_cast<std::uint32_t>(ErrorKind::MisalignedAddress),
                 kSpace = static_cast<std::uint32_t>(ErrorKind::InvalidAddressSpace),
                 kRange = static_cast<std::uint32_t>(ErrorKind::AddressOutOfRange);
  const std::uint32_t fromFirst = misaligned ? kMisaligned : inWindow ? kSpace : kRange;
  const std::uint32_t fromSecond = inWindow ? kSpace : outside ? kRange : kMisaligned;
  const std::uint32_t fromThird = outside ? kRange : misaligned ? kMisaligned : kSpace;
  return reported == 0 ? fromFirst : reported == 1 ? fromSecond : fromThird;
}

std::uint32_t reached(const RedModifiers* modifiers, const RedChoices* choices, std::uint32_t lane,
                      const Operands* operands, const GenericRegions* regions, const SpecialInputs* inputs) {
  const std::uint64_t whole = addressOf(modifiers, lane, operands);
  const std::uint64_t address = choices->highBitsCount ? whole : whole % kAddresses;
  const std::uint32_t size = bytesOf(static_cast<RedSize>(modifiers->size));
  const std::uint32_t place = placeIn(regions, address, size);
  const bool misaligned = (address & (size - 1)) != 0;
  const std::uint32_t inWindow = isInWindow(address, inputs->sharedWindowLow, inputs->sharedWindowSize) |
                                 isInWindow(address, inputs->localWindowLow, inputs->localWindowSize);
  const bool outside = place == kNoAccess;
  const std::uint32_t kind = kindOf(misaligned, inWindow, outside, choices->reported[lane]);
  return (misaligned | inWindow | outside) != 0 ? kNoAccess | kind : reachOf(place, modifiers->size);
}
} // namespace

extern "C" {
void warplaw_red_reach(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                       const GenericRegions* regions, const SpecialInputs* inputs, Results* results) {
  eachLane<reached>(modifiers, operands, choices, results, regions, inputs);
}

std::uint32_t warplaw_red_admit(const Operands* operands, const Results* reached, Results* results) {
  writesNothing(results);
  std::uint32_t performing = 0;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t word = reached->row[0][lane], executes = operands->exec >> lane & 1, fails = word >> 31;
    performing |= (executes & ~fails) << lane;
    results->error[lane] = static_cast<std::uint8_t>(executes & fails ? word : 0); // the error's low byte
  }
  return performing;
}
}
