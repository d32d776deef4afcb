// PTX's operands as text (SYNC-1..7): `%r1` is R1, `%rd1` the pair R2 and R3, `%p1` is P1, and `_` a destination that
// is dropped (RZ, PT). PTX has no zero register and no true predicate to read: those are rejected as sources. Registers
// of PTX are virtual; here a name is always the same storage, and an instruction that names one storage twice, as `%r2`
// and as `%rd1`, is rejected (faultOfOverlap).
#pragma once
#include "spec/operand_legal.h"
#include "spec/text.h"

namespace warplaw::spec {

/// `%r0`..`%r254`, or `%rd0`..`%rd126` where the member is a pair; `_` of a destination.
Placed<Register> readPtxRegister(Cursor& cursor, std::string_view role, const About& about);
/// `%p0`..`%p6`; `_` of a destination.
Placed<Predicate> readPtxPredicate(Cursor& cursor, std::string_view role, const About& about);
/// A register, or a number of 32 bits: decimal or 0x hexadecimal, -2^31..2^32-1.
Placed<RegisterOrImmediate> readPtxRegisterOrImmediate(Cursor& cursor, std::string_view role, const About& about);
/// `@%p1`, `@!%p1`.
Placed<Predicate> readPtxGuard(Cursor& cursor);

std::string printPtx(const About& about, Register reg);
std::string printPtx(Predicate predicate);
std::string printPtx(const RegisterOrImmediate& operand);

/// The rejection of an operand that is not legal: RZ or PT that is read; a pair that begins at an odd register.
Rejection faultOfPtx(std::string_view role, const About& about, Register reg);
Rejection faultOfPtx(std::string_view role, const About& about, Predicate predicate);
Rejection faultOfPtx(std::string_view role, const RegisterOrImmediate& operand);
/// The rejection of a register that is one of the two of a pair in the same instruction.
Rejection overlapping(std::string_view rule, Register pair, Register reg);
template <class In>
std::optional<Rejection> faultOfOverlap(std::string_view rule, const RegisterIn<In>& pair, const RegisterIn<In>& reg) {
  if (!overlaps(pair, reg))
    return {};
  if constexpr (std::same_as<In, Words>)
    return overlapping(rule, pair, reg);
  return Rejection{};
}

} // namespace warplaw::spec
