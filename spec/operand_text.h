// Each kind of operand as text and as legal fields: what spec/described.h calls for a member of that type.
#pragma once
#include "spec/operand_legal.h"
#include "spec/text.h"

namespace warplaw::spec {

/// "rd" -> "Rd": how messages name an operand.
std::string roleOf(std::string_view field);

/// Rejects the register at the cursor, where only a number 0..greatest may stand.
void rejectInRegister(Cursor& cursor, std::string_view role, std::string_view rule, std::uint64_t greatest);

// ---- reading: the operand and where it stood; rejections name the member's rule

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Register& value);
/// A destination may be `__`.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Predicate& value);
/// `P1`, `!P1`.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Guard& value);
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, RegisterOrImmediate& value);
/// So many bits, without a sign.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Immediate& value);
/// `[Ra + offset]`: multiples of its unit in the range that its kind of base gives (ATOMS-3, RED-2). The place is the
/// offset's.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Address& value);
/// `[Ra]`, without an offset.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Coordinates& value);

// ---- printing: what is read back as the same fields

std::string printOperand(const About& about, const Register& value);
std::string printOperand(const About& about, const Predicate& value);
std::string printOperand(const About& about, const Guard& value);
/// A clamp alone reads best in decimal, a mask with a clamp in hexadecimal.
std::string printOperand(const About& about, const RegisterOrImmediate& value);
std::string printOperand(const About& about, const Immediate& value);
/// The offset is printed signed beside a register, unsigned beside RZ or none: as its bits will be extended (ATOMS-2).
/// An offset that is always signed is printed without a register as its 32 sign-extended bits (RED-2).
std::string printOperand(const About& about, const Address& value);
std::string printOperand(const About& about, const Coordinates& value);

// ---- fields that did not come from text: the rejection, or none

std::optional<Rejection> faultOf(std::string_view field, const About& about, const Register& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const Predicate& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const Guard& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const RegisterOrImmediate& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const Immediate& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const Address& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const Coordinates& value);

/// Nothing for a register that begins a 64-bit pair, or is RZ (MACH-3); the rejection of any other.
template <class In> std::optional<Rejection> faultOfPair(std::string_view field, const RegisterIn<In>& reg) {
  if (beginsPair(reg))
    return {};
  return Rejection{"MACH-3", fmt::format("{} = {} begins no 64-bit pair", roleOf(field), print(reg)),
                   "an even register, R0..R252, or RZ"};
}

// ---- operands that need not stand in the text (`mayBeAbsent` of spec/described.h)

/// What stands between the operand and the one before it.
char separatorOf(const About& about);
/// Does the operand stand where `ahead` is, after its separator?
bool comesNext(Cursor ahead, const About& about, const RegisterOrImmediate& value);
bool comesNext(Cursor ahead, const About& about, const Predicate& value);

// ---- modifiers: numbers with a word each

/// The words of the values in `allowed` (bit v: value v), as a sentence lists them: ".IDX, .UP or .DOWN".
std::string wordsOf(const About& about, std::uint64_t allowed = ~std::uint64_t{0});
/// The word of a value; "?" of one that has none.
std::string_view wordOf(const About& about, std::uint64_t value);
/// Reads the word of one of the values; the longest where one word begins another ("CAST", "CAST.SPIN").
std::uint64_t readModifier(Cursor& cursor, Modifiers& modifiers, std::string_view field, const About& about,
                           std::uint64_t allowed);
std::optional<Rejection> faultOfModifier(std::string_view field, const About& about, std::uint64_t value,
                                         std::uint64_t allowed, std::string_view name);

// ---- operands behind a sign: a structure of `negated` and of the operand

/// Takes the sign that stands before the operand, if one does: a minus before a number is the number's own.
bool acceptSign(Cursor& cursor, const About& about, const auto&) { return cursor.accept(about.sign); }
bool acceptSign(Cursor& cursor, const About& about, const RegisterOrImmediate& operand);
/// A number takes no sign but its own.
std::optional<Rejection> faultOfSign(std::string_view, const About&, const auto&) { return {}; }
std::optional<Rejection> faultOfSign(std::string_view field, const About& about, const RegisterOrImmediate& operand);

template <class Operand>
concept IsNegatable = !std::same_as<Operand, Guard> && requires(const Operand& value) { value.negated; };

/// The place is that of the sign, if there is one.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, IsNegatable auto& value) {
  auto& [negated, operand] = value;
  const std::size_t position = cursor.place();
  negated = acceptSign(cursor, about, operand);
  const std::size_t behind = readOperand(cursor, field, about, operand);
  return negated ? position : behind;
}
std::string printOperand(const About& about, const IsNegatable auto& value) {
  const auto& [negated, operand] = value;
  return (negated ? std::string(1, about.sign) : "") + printOperand(about, operand);
}
std::optional<Rejection> faultOf(std::string_view field, const About& about, const IsNegatable auto& value) {
  const auto& [negated, operand] = value;
  if (negated)
    if (auto fault = faultOfSign(field, about, operand))
      return fault;
  return faultOf(field, about, operand);
}

// ---- operands that are one word of a list (S2R's special register): a structure of one enumeration, with about.names

template <class Operand>
using FirstMember =
    std::remove_cvref_t<decltype(std::declval<Operand&>().*fieldOf<std::remove_const_t<Operand>, 0>().member)>;
template <class Operand>
concept IsWord = std::is_enum_v<FirstMember<Operand>>;

/// The number of the word in the list, dots included.
Placed<std::uint64_t> readWord(Cursor& cursor, std::string_view field, const About& about);
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, IsWord auto& value) {
  const auto read = readWord(cursor, field, about);
  auto& [word] = value;
  word = static_cast<std::remove_reference_t<decltype(word)>>(read.value);
  return read.position;
}
std::string printOperand(const About& about, const IsWord auto& value) {
  const auto& [word] = value;
  return std::string(wordOf(about, static_cast<std::uint64_t>(word)));
}
std::optional<Rejection> faultOf(std::string_view field, const About& about, const IsWord auto& value) {
  const auto& [word] = value;
  if (isNamed(about, word))
    return {};
  return faultOfModifier(field, about, static_cast<std::uint64_t>(word), ~std::uint64_t{0}, {});
}

} // namespace warplaw::spec
