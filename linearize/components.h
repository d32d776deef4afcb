// Accesses as elements, and elements as components: sets of overlapping bytes, which nothing else touches (RED-6).
// Sizes are powers of two and addresses multiples of them, so a component is the place of its widest element: at most 8
// bytes.
#pragma once
#include "linearize/operation.h"
#include <bit>
#include <cstring>
#include <span>

namespace warplaw::linearize {

/// One access, or one half of one under F16x2.
struct Element {
  std::uint64_t address = 0;
  std::uint32_t access = 0;
  std::uint8_t bytes = 4; ///< 2, 4, 8
  std::uint8_t half = 0;  ///< 0: a whole access; 1, 2: the low, high half
};
/// The element's part of an operand.
constexpr std::uint64_t partOf(const Element& element, std::uint64_t operand) {
  return element.half == 0 ? operand : operand >> 16 * (element.half - 1) & 0xffff;
}

struct Component {
  std::uint64_t address = 0;
  unsigned bytes = 4;
  bool mixed = false;               ///< elements of several sizes
  std::uint32_t begin = 0, end = 0; ///< its elements, by access
};

struct Elements {
  std::vector<Element> all;          ///< component by component, each by access, then half
  std::vector<Component> components; ///< by address
};
/// Reuses what `out` holds.
void elementsOf(const History& history, Elements& out);

/// The known bits of `bytes` bytes at an address, and which bits are known (whole bytes).
struct KnownWord {
  std::uint64_t value = 0, mask = 0;
};
inline bool isWhole(const KnownWord& word, unsigned bytes) { return word.mask == onesOf(bytes); }
/// The last region that begins at this address or before it; 0 if there is none.
inline std::size_t regionBefore(std::span<const KnownBytes> memory, std::uint64_t address) {
  std::size_t found = 0;
  for (std::size_t count = memory.size(); count > 1; count -= count / 2) // without a branch that depends on addresses
    found += memory[found + count / 2].address <= address ? count / 2 : 0;
  return found;
}
KnownWord knownAcross(std::span<const KnownBytes> memory, std::uint64_t address, unsigned bytes);
inline KnownWord knownAt(std::span<const KnownBytes> memory, std::uint64_t address, unsigned bytes) {
  static_assert(std::endian::native == std::endian::little, "words are read as they stand in memory");
  if (memory.empty())
    return {};
  const KnownBytes& region = memory[regionBefore(memory, address)];
  const std::uint64_t offset = address - region.address;
  if (region.address > address || offset > region.bytes.size() || region.bytes.size() - offset < bytes)
    return knownAcross(memory, address, bytes);
  KnownWord word{0, onesOf(bytes)};
  if (bytes == 4) // lengths that the compiler knows
    std::memcpy(&word.value, region.bytes.data() + offset, 4);
  else
    std::memcpy(&word.value, region.bytes.data() + offset, bytes);
  return word;
}

/// A byte known before and after that differs though no component (sorted by address) holds it (MACH-5); nothing if
/// there is none.
std::optional<std::uint64_t> strayByte(std::span<const KnownBytes> before, std::span<const KnownBytes> after,
                                       std::span<const Component> components);

} // namespace warplaw::linearize
