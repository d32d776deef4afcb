// Which operands are legal (MACH-3, ATOMS-2, ATOMS-3, RED-2), each kind said once for every world whose words can be
// compared (spec/world.h, spec/watched.h): rejections are made of it, and proofs read it.
#pragma once
#include "spec/operand.h"
#include "spec/watched.h"

namespace warplaw::spec {

/// The value with that many low bits set, 0..32.
constexpr std::uint32_t lowOnes(unsigned bits) { return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1); }

inline constexpr unsigned kPtxPairs = 127; ///< %rd0 .. %rd126
/// In PTX alone what is written may be dropped, `_`.
inline bool isWritten(const About& about) { return about.role == Role::Destination; }

/// The register begins a 64-bit pair, or is RZ.
template <class In> Cell<In, bool> beginsPair(const RegisterIn<In>& reg) {
  return reg.index == kZeroRegister || (reg.index % 2 == 0 && reg.index <= 252);
}
/// `reg` is one of the two of `pair`; RZ is none.
template <class In> Cell<In, bool> overlaps(const RegisterIn<In>& pair, const RegisterIn<In>& reg) {
  return pair.index != kZeroRegister && reg.index != kZeroRegister && reg.index / 2 == pair.index / 2;
}

template <class In> Cell<In, bool> isLegalOperand(const About& about, const RegisterIn<In>& reg) {
  if (!about.isPtx)
    return true; // 8 bits: all legal
  const Cell<In, bool> isZero = reg.index == kZeroRegister;
  if (!about.isPair)
    return isWritten(about) || !isZero;
  return (isZero && isWritten(about)) || (!isZero && reg.index % 2 == 0 && reg.index / 2 < kPtxPairs);
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const PredicateIn<In>& predicate) {
  return predicate.index < (about.isPtx && !isWritten(about) ? kPredicates : kTruePredicate + 1u);
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const GuardIn<In>& guard) {
  return isLegalOperand(about, guard.predicate);
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const RegisterOrImmediateIn<In>& operand) {
  const std::uint32_t greatest = about.isPtx ? ~0u : lowOnes(about.immediateBits);
  const std::uint32_t last = about.isPtx ? kRegisters - 1 : kZeroRegister;
  return (operand.isImmediate && operand.value <= greatest) || (!operand.isImmediate && operand.value <= last);
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const ImmediateIn<In>& immediate) {
  return immediate.value <= lowOnes(about.immediateBits);
}

/// The register that it is, where it is one.
template <class In> RegisterIn<In> registerIn(const RegisterOrImmediateIn<In>& operand) {
  return {static_cast<Cell<In, std::uint8_t>>(operand.value)};
}

/// What must hold of an address besides.
template <class In> Cell<In, bool> hasFewBits(const About& about, const AddressIn<In>& address) {
  return address.offset <= lowOnes(about.immediateBits);
}
template <class In> Cell<In, bool> namesItsBase(const AddressIn<In>& address) {
  return address.hasBase || address.base.index == kZeroRegister;
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const AddressIn<In>& address) {
  return hasFewBits(about, address) && namesItsBase(address) && address.offset % about.unit == 0;
}
template <class In> Cell<In, bool> isLegalOperand(const About&, const CoordinatesIn<In>&) {
  return true; // by its dimension
}

/// A number takes no sign but its own.
template <class Operand> bool takesSign(const About&, const Operand&) { return true; }
template <class In> Cell<In, bool> takesSign(const About&, const RegisterOrImmediateIn<In>& operand) {
  return !operand.isImmediate;
}
/// A register or an operand behind a sign.
template <class In> Cell<In, bool> isLegalOperand(const About& about, const NegatableRegisterIn<In>& value) {
  return isLegalOperand(about, value.reg);
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const NegatableOperandIn<In>& value) {
  return (!value.negated || takesSign(about, value.operand)) && isLegalOperand(about, value.operand);
}

/// A number of a list of words.
template <class Word> auto isNamed(const About& about, const Word& word) { return numberOf(word) < about.names.size(); }
/// An operand that is one word of a list.
template <template <class> class Operand, class In>
  requires std::is_enum_v<std::remove_cvref_t<decltype(Operand<Words>{}.name)>>
Cell<In, bool> isLegalOperand(const About& about, const Operand<In>& value) {
  return isNamed(about, value.name);
}

/// A field's modifier, of those that it may have here (bit v: value v).
template <class Modifier> auto isOneOf(const About& about, std::uint64_t allowed, const Modifier& modifier) {
  const auto value = numberOf(modifier);
  return value < about.names.size() && (allowed >> value & 1) != 0;
}

/// What messages say of a register that is watched: nobody reads them.
inline std::string print(const RegisterIn<AsWatched>&) { return "?"; }

/// The guard of any instruction (MACH-1, MACH-3).
template <class In> Cell<In, bool> isGuard(const GuardIn<In>& guard) { return guard.predicate.index <= kTruePredicate; }

} // namespace warplaw::spec
