// Video's numbers as true integers, for plain statements of its rules (VID-1..4, -6, -8).
#pragma once
#include "spec/instructions/video.h"
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic::plain {

using Number = __int128;

struct Field {
  int from, bits;
};
inline constexpr Field kFields[] = {{0, 32}, {0, 8}, {8, 8}, {16, 8}, {24, 8}, {0, 16}, {16, 16}}; ///< by spec::Part

constexpr Number powerOf2(int exponent) { return Number(1) << exponent; }

/// The number of `bits` bits that is congruent to `value`.
inline Number wrapped(Number value, int bits, bool isSigned) {
  const Number rest = (value % powerOf2(bits) + powerOf2(bits)) % powerOf2(bits);
  return isSigned && rest >= powerOf2(bits - 1) ? rest - powerOf2(bits) : rest;
}

/// The nearest number of `bits` bits.
inline Number saturated(Number value, int bits, bool isSigned) {
  const Number least = isSigned ? -powerOf2(bits - 1) : Number(0), greatest = least + powerOf2(bits) - 1;
  return value < least ? least : value > greatest ? greatest : value;
}

/// A part of a word as a number (VID-1).
inline Number part(std::uint32_t word, unsigned part, bool isSigned) {
  return wrapped(word >> kFields[part].from, kFields[part].bits, isSigned);
}

/// EQ NE LT LE GT GE (VID-4).
inline bool holds(unsigned condition, Number a, Number b) {
  const bool all[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
  return all[condition];
}

/// VID-2, -3, of numbers without modifiers.
inline Number exact(spec::VideoOp op, Number a, Number b) {
  const Number sum = a + b;
  switch (op) {
  case spec::VideoOp::Add:
    return sum;
  case spec::VideoOp::Sub:
    return a - b;
  case spec::VideoOp::AbsDiff:
    return a > b ? a - b : b - a;
  case spec::VideoOp::Min:
    return a < b ? a : b;
  case spec::VideoOp::Max:
    return a > b ? a : b;
  case spec::VideoOp::Avrg: // half away from zero
    return sum < 0 ? -((-sum + 1) / 2) : (sum + 1) / 2;
  default:
    ADD_FAILURE() << "asked with modifiers";
    return 0;
  }
}

/// Words where signs and carries of bytes, halves and the word turn, and any others.
inline std::uint32_t anyWord(std::mt19937& random) {
  static constexpr std::uint32_t kEdges[] = {0,          1,          2,          0x7f,       0x80,       0xff,
                                             0x7fff,     0x8000,     0xffff,     0x7fffffff, 0x80000000, 0x80000001,
                                             0xfffffffe, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x80008000, 0x7fff7fff};
  return random() % 3 == 0 ? std::uint32_t(random()) : kEdges[random() % std::size(kEdges)];
}

} // namespace warplaw::symbolic::plain
