// Registers, predicates and guards as raw fields (MACH-1, MACH-3). What RZ and PT mean is semantics, not here.
#pragma once
#include "spec/world.h"

namespace warplaw::spec {

inline constexpr unsigned kRegisters = 255;        ///< R0..R254 have storage
inline constexpr unsigned kPredicates = 7;         ///< P0..P6 have storage
inline constexpr std::uint8_t kZeroRegister = 255; ///< RZ (MACH-3)
inline constexpr std::uint8_t kTruePredicate = 7;  ///< PT (MACH-3); `__` is read as PT

template <class In> struct RegisterIn {
  Cell<In, std::uint8_t> index = In::initial(kZeroRegister); ///< 0..254, or 255 for RZ
  bool isZero() const { return index == kZeroRegister; }
  bool operator==(const RegisterIn&) const = default;
};
using Register = RegisterIn<Words>;

template <class In> struct PredicateIn {
  Cell<In, std::uint8_t> index = In::initial(kTruePredicate); ///< 0..6, or 7 for PT
  bool isTrue() const { return index == kTruePredicate; }
  bool operator==(const PredicateIn&) const = default;
};
using Predicate = PredicateIn<Words>;

/// `P`, `!P`: a guard (the default `@PT` is not printed), or a source predicate that may be negated.
template <class In> struct GuardIn {
  PredicateIn<In> predicate;
  Cell<In, bool> negated = In::initial(false);
  bool operator==(const GuardIn&) const = default;
};
using Guard = GuardIn<Words>;

/// An operand that is a register or an immediate (SHFL's Sb and Sc); its field says how wide and whether signed.
template <class In> struct RegisterOrImmediateIn {
  Cell<In, bool> isImmediate = In::initial(false);
  Word32<In> value = In::initial(std::uint32_t{kZeroRegister}); ///< register index (255 = RZ), or the immediate's bits
  bool operator==(const RegisterOrImmediateIn&) const = default;
};
using RegisterOrImmediate = RegisterOrImmediateIn<Words>;

/// `-R1`, or `~R1`: its field says which sign.
template <class In> struct NegatableRegisterIn {
  Cell<In, bool> negated = In::initial(false);
  RegisterIn<In> reg;
  bool operator==(const NegatableRegisterIn&) const = default;
};
using NegatableRegister = NegatableRegisterIn<Words>;

/// `R2`, `-R2` or `~R2`, or a number, whose minus is its own.
template <class In> struct NegatableOperandIn {
  Cell<In, bool> negated = In::initial(false); ///< false of a number
  RegisterOrImmediateIn<In> operand;
  bool operator==(const NegatableOperandIn&) const = default;
};
using NegatableOperand = NegatableOperandIn<Words>;

/// A number that stands in the instruction; its field says how wide.
template <class In> struct ImmediateIn {
  Word32<In> value = In::initial(0u);
  bool operator==(const ImmediateIn&) const = default;
};
using Immediate = ImmediateIn<Words>;

/// `[Ra + offset]`, or `[offset]` without a register, as raw fields; extension is semantics (ATOMS-2).
template <class In> struct AddressIn {
  Cell<In, bool> hasBase =
      In::initial(false);              ///< false: the text gave no Ra; then it is RZ. [RZ + offset] has true, RZ
  RegisterIn<In> base;                 ///< Ra
  Word32<In> offset = In::initial(0u); ///< its raw bits
  bool operator==(const AddressIn&) const = default;
};
using Address = AddressIn<Words>;

/// `[Ra]`: the first register of a surface's coordinates (SURED-1).
template <class In> struct CoordinatesIn {
  RegisterIn<In> base;
  bool operator==(const CoordinatesIn&) const = default;
};
using Coordinates = CoordinatesIn<Words>;

} // namespace warplaw::spec
