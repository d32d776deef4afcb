// Accesses as elements, and elements as components: sets of overlapping bytes, which nothing else touches (RED-6).
// Sizes are powers of two and addresses multiples of them, so a component is the place of its widest element: at most 8
// bytes.
#pragma once
#include "linearize/operation.h"
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
KnownWord knownAt(std::span<const KnownBytes> memory, std::uint64_t address, unsigned bytes);

/// A byte known before and after that differs though no component (sorted by address) holds it (MACH-5); nothing if
/// there is none.
std::optional<std::uint64_t> strayByte(std::span<const KnownBytes> before, std::span<const KnownBytes> after,
                                       std::span<const Component> components);

} // namespace warplaw::linearize
