// Third statements about integers in memory (RED-6, ATOMS-6): by the exact numbers that words stand for and the places
// of their bits, written neither as executors nor as encodings are.
#pragma once
#include <algorithm>
#include <cstdint>

namespace warplaw::fuzz {

struct IntegerFormat {
  unsigned bits; ///< 1 to 64
  bool isSigned;

  /// The number that the lowest bits of a word stand for.
  __int128 numberOf(std::uint64_t word) const {
    __int128 number = 0;
    for (unsigned place = 0; place < bits; ++place) {
      const __int128 weight = static_cast<__int128>(1) << place;
      if (word >> place & 1)
        number += isSigned && place + 1 == bits ? -weight : weight;
    }
    return number;
  }
  std::uint64_t wordOf(__int128 number) const {
    const auto word = static_cast<std::uint64_t>(number);
    return bits == 64 ? word : word & ((std::uint64_t{1} << bits) - 1);
  }
};

/// The places in which the two words have together as many ones as `counts` wants of 0, 1 or 2.
template <class Counts> std::uint64_t placesWhere(std::uint64_t m, std::uint64_t b, Counts counts) {
  std::uint64_t places = 0;
  for (unsigned place = 0; place < 64; ++place)
    if (counts((m >> place & 1) + (b >> place & 1)))
      places |= std::uint64_t{1} << place;
  return places;
}

/// What memory that holds m holds after an operation with b. `Op`: spec::RedOp or spec::AtomsOp, one of the eight that
/// both have.
template <class Op>
std::uint64_t integerAfterPlainly(Op op, const IntegerFormat& format, std::uint64_t m, std::uint64_t b) {
  const __int128 memory = format.numberOf(m), operand = format.numberOf(b);
  switch (op) {
  case Op::Add:
    return format.wordOf(memory + operand);
  case Op::Min:
    return format.wordOf(std::min(memory, operand));
  case Op::Max:
    return format.wordOf(std::max(memory, operand));
  case Op::Inc: // counts 0, 1, .. b and begins again, as it does from beyond b
    return format.wordOf(operand <= memory ? 0 : memory + 1);
  case Op::Dec: { // counts b, b-1, .. 0 and begins again, as it does from beyond b
    const __int128 next = memory - 1;
    return format.wordOf(next < 0 || next >= operand ? operand : next);
  }
  case Op::And:
    return format.wordOf(format.numberOf(placesWhere(m, b, [](auto ones) { return ones == 2; })));
  case Op::Or:
    return format.wordOf(format.numberOf(placesWhere(m, b, [](auto ones) { return ones > 0; })));
  default: // Xor
    return format.wordOf(format.numberOf(placesWhere(m, b, [](auto ones) { return ones == 1; })));
  }
}

} // namespace warplaw::fuzz
