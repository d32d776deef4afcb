// Registers, predicates and guards as raw fields (MACH-1, MACH-3). What RZ and PT mean is semantics, not here.
#pragma once
#include <cstdint>

namespace warplaw::spec {

inline constexpr unsigned kLanes = 32;             ///< lanes of a warp (MACH-1)
inline constexpr unsigned kRegisters = 255;        ///< R0..R254 have storage
inline constexpr unsigned kPredicates = 7;         ///< P0..P6 have storage
inline constexpr std::uint8_t kZeroRegister = 255; ///< RZ (MACH-3)
inline constexpr std::uint8_t kTruePredicate = 7;  ///< PT (MACH-3); `__` is read as PT

struct Register {
  std::uint8_t index = kZeroRegister; ///< 0..254, or 255 for RZ
  bool isZero() const { return index == kZeroRegister; }
  bool operator==(const Register&) const = default;
};

struct Predicate {
  std::uint8_t index = kTruePredicate; ///< 0..6, or 7 for PT
  bool isTrue() const { return index == kTruePredicate; }
  bool operator==(const Predicate&) const = default;
};

/// `@P`, `@!P`; the default `@PT` is not printed.
struct Guard {
  Predicate predicate;
  bool negated = false;
  bool operator==(const Guard&) const = default;
};

/// An operand that is a register or an immediate (SHFL's Sb and Sc).
struct RegisterOrImmediate {
  bool isImmediate = false;
  std::uint16_t value = kZeroRegister; ///< register index (255 = RZ), or the immediate's bits
  bool operator==(const RegisterOrImmediate&) const = default;
};

} // namespace warplaw::spec
