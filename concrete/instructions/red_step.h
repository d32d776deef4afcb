// One step of RED on one element, an integer or a number (RED-6, RED-7). The halves of F16x2 are elements of their own.
#pragma once
#include "concrete/instructions/red_turns.h"
#include <type_traits>

namespace warplaw::concrete {
namespace {
using namespace spec;

template <class Bits> auto asSigned(Bits bits) { return static_cast<std::make_signed_t<Bits>>(bits); }

constexpr std::uint32_t kNan32 = 0x7fffffff;
constexpr std::uint16_t kNan16 = 0x7fff;

/// A subnormal is zero of the same sign.
float flushed(std::uint32_t word) { return __builtin_bit_cast(float, word & 0x7f800000 ? word : word & 0x80000000); }
std::uint32_t sumOf(std::uint32_t m, std::uint32_t b) {
  const float sum = flushed(m) + flushed(b);
  const auto ofNumber = __builtin_bit_cast(std::uint32_t, flushed(__builtin_bit_cast(std::uint32_t, sum)));
  return sum != sum ? kNan32 : ofNumber; // without a branch, which sums of any words would mispredict
}
std::uint16_t sumOf(std::uint16_t m, std::uint16_t b) {
  const _Float16 sum = __builtin_bit_cast(_Float16, m) + __builtin_bit_cast(_Float16, b);
  return sum != sum ? kNan16 : __builtin_bit_cast(std::uint16_t, sum);
}
std::uint64_t sumOf(std::uint64_t m, std::uint64_t b, const RedChoices* choices, std::uint32_t lane) {
  const double sum = __builtin_bit_cast(double, m) + __builtin_bit_cast(double, b);
  const std::uint64_t nan = choices->nanLow[lane & 31] | static_cast<std::uint64_t>(choices->nanHigh[lane & 31]) << 32;
  return sum != sum ? nan : __builtin_bit_cast(std::uint64_t, sum);
}

/// A half as a number that orders as it does, -0 just below +0.
std::uint32_t rankOf(std::uint16_t half) { return half & 0x8000 ? 0xffffu & ~half : half | 0x8000u; }
bool isNan(std::uint16_t half) { return (half & 0x7fff) > 0x7c00; }

template <bool takesGreater> std::uint16_t extremeOf(std::uint16_t m, std::uint16_t b, const RedChoices* choices) {
  const bool takesB = takesGreater ? rankOf(b) > rankOf(m) : rankOf(b) < rankOf(m);
  const bool areZeros = ((m | b) & 0x7fff) == 0;
  const std::uint16_t ranked = takesB ? b : m;
  const std::uint16_t chosen = choices->unlikeZeros == 1 ? m : b;
  const std::uint16_t number = areZeros && choices->unlikeZeros != 0 ? chosen : ranked;
  const std::uint16_t ofNan = isNan(m) ? b : m;
  return isNan(m) && isNan(b) ? kNan16 : isNan(m) || isNan(b) ? ofNan : number;
}

template <class Bits>
__attribute__((always_inline)) inline Bits integerStep(std::uint32_t op, bool isSigned, Bits m, Bits b) {
  const bool isLess = isSigned ? asSigned(b) < asSigned(m) : b < m;
  const bool isGreater = isSigned ? asSigned(b) > asSigned(m) : b > m;
  switch (static_cast<RedOp>(op)) {
  case RedOp::Add:
    return m + b;
  case RedOp::Min:
    return isLess ? b : m;
  case RedOp::Max:
    return isGreater ? b : m;
  case RedOp::Inc:
    return m >= b ? 0 : m + 1;
  case RedOp::Dec:
    return m == 0 || m > b ? b : m - 1;
  case RedOp::And:
    return m & b;
  case RedOp::Or:
    return m | b;
  default:
    return m ^ b;
  }
}
bool is(std::uint32_t number, RedSize size) { return number == static_cast<std::uint32_t>(size); }

// stepOf, by the width of elements: what each RedStep is.
__attribute__((always_inline)) inline std::uint16_t stepOf(std::uint32_t op, std::uint32_t, std::uint16_t memory,
                                                           std::uint16_t operand, const RedChoices* choices,
                                                           std::uint32_t) {
  return op == static_cast<std::uint32_t>(RedOp::Add)   ? sumOf(memory, operand)
         : op == static_cast<std::uint32_t>(RedOp::Min) ? extremeOf<false>(memory, operand, choices)
                                                        : extremeOf<true>(memory, operand, choices);
}
__attribute__((always_inline)) inline std::uint32_t stepOf(std::uint32_t op, std::uint32_t size, std::uint32_t memory,
                                                           std::uint32_t operand, const RedChoices*, std::uint32_t) {
  return is(size, RedSize::F32) ? sumOf(memory, operand) : integerStep(op, is(size, RedSize::S32), memory, operand);
}
__attribute__((always_inline)) inline std::uint64_t stepOf(std::uint32_t op, std::uint32_t size, std::uint64_t memory,
                                                           std::uint64_t operand, const RedChoices* choices,
                                                           std::uint32_t lane) {
  return is(size, RedSize::F64) ? sumOf(memory, operand, choices, lane)
                                : integerStep(op, is(size, RedSize::S64), memory, operand);
}
} // namespace
} // namespace warplaw::concrete
