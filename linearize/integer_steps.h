// The integer steps of linearize/operation.h as functions of their own, compiled to bitcode that is kept with the
// library, so that what runs is what is proved (cmake/Bitcode.cmake; proofs/theorems/linearize.cpp).
#pragma once
#include "linearize/history.h"
#include <array>
#include <cstddef>
#include <span>

namespace warplaw::linearize {

/// What a step that finds `old` leaves; `swap` is read by CAS and CAST alone. Values of 4-byte types are zero-extended,
/// also what is given back (ATOMS-6, -7, -9, RED-6).
using IntegerStep = std::uint64_t(std::uint64_t old, std::uint64_t operand, std::uint64_t swap);

/// The steps' bitcode: as the front end emits it, and final, the code that the functions were generated from.
std::span<const std::byte> unoptimizedStepBitcode();
std::span<const std::byte> finalStepBitcode();

} // namespace warplaw::linearize

extern "C" {
#define WARPLAW_INTEGER_STEP(Op, Type, suffix) warplaw::linearize::IntegerStep warplaw_linearize_##suffix;
#include "linearize/integer_steps.def"
#undef WARPLAW_INTEGER_STEP
}

namespace warplaw::linearize {

/// All integer operations of ATOMS-1 and RED-1, by operation, then type; null where there is none.
inline constexpr auto kIntegerSteps = [] {
  std::array<std::array<IntegerStep*, 7>, 12> steps{};
#define WARPLAW_INTEGER_STEP(op, type, suffix)                                                                         \
  steps[static_cast<unsigned>(Op::op)][static_cast<unsigned>(Type::type)] = warplaw_linearize_##suffix;
#include "linearize/integer_steps.def"
#undef WARPLAW_INTEGER_STEP
  return steps;
}();

} // namespace warplaw::linearize
