// Where each of RED's lanes goes, or why it does not (RED-2..5, MACH-8): one lane of it, which looks at no other.
#pragma once
#include "concrete/instructions/red.h"

namespace warplaw::concrete {
namespace { // a copy of its own in each file: those of a path are compiled for other processors
using namespace spec;

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

/// The first of up to three errors that hold, in a cyclic order from `reported` (MACH-8).
std::uint32_t kindOf(bool misaligned, std::uint32_t inWindow, bool outside, std::uint32_t reported) {
  constexpr auto kMisaligned = static_cast<std::uint32_t>(ErrorKind::MisalignedAddress),
                 kSpace = static_cast<std::uint32_t>(ErrorKind::InvalidAddressSpace),
                 kRange = static_cast<std::uint32_t>(ErrorKind::AddressOutOfRange);
  const std::uint32_t fromFirst = misaligned ? kMisaligned : inWindow ? kSpace : kRange;
  const std::uint32_t fromSecond = inWindow ? kSpace : outside ? kRange : kMisaligned;
  const std::uint32_t fromThird = outside ? kRange : misaligned ? kMisaligned : kSpace;
  return reported == 0 ? fromFirst : reported == 1 ? fromSecond : fromThird;
}

template <PlaceIn placeIn>
std::uint32_t redReach(const RedModifiers* modifiers, const RedChoices* choices, std::uint32_t lane,
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
} // namespace warplaw::concrete
