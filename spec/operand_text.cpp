// Operands and modifiers as text and as legal fields (MACH-3, ATOMS-2, ATOMS-3, RED-2).
#include "spec/operand_text.h"
#include "spec/ptx_text.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

/// What may stand for an offset, by what it is added to: signed under a register; without one unsigned, or, of a
/// generic address (isSigned), the 32 bits that a sign-extended offset reaches; under RZ either, or signed (ATOMS-3,
/// RED-2).
struct OffsetRange {
  std::int64_t least, greatest;
};
constexpr std::int64_t kWrap = std::int64_t{1} << 32;
OffsetRange rangeOf(const Address& address, const About& about) {
  const std::int64_t half = std::int64_t{1} << (about.immediateBits - 1);
  if (about.isSigned)
    return {address.hasBase ? -half : 0, half - about.unit};
  return {address.hasBase ? -half : 0, (address.base.isZero() ? 2 * half : half) - about.unit};
}
/// `[0xFFFF0000]`: what a negative offset reaches without a register.
bool isWrapped(const Address& address, const About& about, std::int64_t offset) {
  const std::int64_t half = std::int64_t{1} << (about.immediateBits - 1);
  return about.isSigned && !address.hasBase && offset >= kWrap - half && offset < kWrap;
}
std::string describe(const Address& address, const About& about) {
  const OffsetRange range = rangeOf(address, about);
  return fmt::format(
      "{}{}..{}{}", about.unit == 1 ? "" : fmt::format("multiples of {}, ", about.unit), range.least, range.greatest,
      about.isSigned && !address.hasBase
          ? fmt::format(" or {:#x}..{:#x}", kWrap - (std::int64_t{1} << (about.immediateBits - 1)), kWrap - 1)
          : "");
}

/// `SR_TID.X`.
Word dottedWord(Cursor& cursor) {
  Word word = cursor.word();
  while (!word.text.empty() && cursor.acceptAdjacent('.')) {
    const Word part = cursor.adjacentWord();
    word.text = {word.text.data(), part.position - word.position + part.text.size()};
  }
  return word;
}

} // namespace

std::string roleOf(std::string_view field) {
  std::string role(field);
  role[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(role[0])));
  return role;
}

void rejectInRegister(Cursor& cursor, std::string_view role, std::string_view rule, std::uint64_t greatest) {
  cursor.reject(cursor.place(), rule,
                fmt::format("{} is in a register: the rules know nothing but a number here", role),
                fmt::format("0..{}", greatest));
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Register& value) {
  const auto read = about.isPtx ? readPtxRegister(cursor, roleOf(field), about) : readRegister(cursor, roleOf(field));
  value = read.value;
  return read.position;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Predicate& value) {
  const auto read = about.isPtx ? readPtxPredicate(cursor, roleOf(field), about)
                                : readPredicate(cursor, roleOf(field), about.role == Role::Destination);
  value = read.value;
  return read.position;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Guard& value) {
  value.negated = cursor.accept('!');
  const auto read =
      about.isPtx ? readPtxPredicate(cursor, roleOf(field), about) : readPredicate(cursor, roleOf(field), false);
  value.predicate = read.value;
  return read.position;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, RegisterOrImmediate& value) {
  const auto read =
      about.isPtx ? readPtxRegisterOrImmediate(cursor, roleOf(field), about)
                  : readRegisterOrImmediate(cursor, roleOf(field), about.rule, about.immediateBits, about.isSigned);
  value = read.value;
  return read.position;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Immediate& value) {
  if (cursor.peek() == 'R')
    rejectInRegister(cursor, roleOf(field), about.rule, lowOnes(about.immediateBits));
  const auto read = readImmediate(cursor, roleOf(field), about.rule, 0, lowOnes(about.immediateBits));
  value.value = static_cast<std::uint32_t>(read.value);
  return read.position;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Address& value) {
  const AddressText text = readAddress(cursor, field);
  value.hasBase = text.hasBase;
  value.base = text.base;
  const OffsetRange range = rangeOf(value, about);
  if ((text.offset < range.least || text.offset > range.greatest) && !isWrapped(value, about, text.offset))
    cursor.reject(text.offsetPosition, about.rule, "the offset is out of range", describe(value, about));
  value.offset = static_cast<std::uint32_t>(text.offset) & lowOnes(about.immediateBits);
  return text.offsetPosition;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, Coordinates& value) {
  const AddressText text = readAddress(cursor, field);
  if (!text.hasBase || text.offset != 0)
    cursor.reject(text.offsetPosition, about.rule, "coordinates are registers alone", "[Ra]");
  value.base = text.base;
  return text.offsetPosition;
}

std::string printOperand(const About& about, const Register& value) {
  return about.isPtx ? printPtx(about, value) : print(value);
}
std::string printOperand(const About& about, const Predicate& value) {
  return about.isPtx ? printPtx(value) : print(value);
}
std::string printOperand(const About& about, const Guard& value) {
  return (value.negated ? "!" : "") + printOperand(about, value.predicate);
}

std::string printOperand(const About& about, const RegisterOrImmediate& value) {
  if (about.isPtx)
    return printPtx(value);
  if (!value.isImmediate)
    return print(Register{static_cast<std::uint8_t>(value.value)});
  const bool negative = about.isSigned && (value.value >> (about.immediateBits - 1) & 1);
  const std::uint32_t magnitude = negative ? (1u << about.immediateBits) - value.value : value.value;
  return (negative ? "-" : "") + printSmall(magnitude);
}
std::string printOperand(const About&, const Immediate& value) { return printSmall(value.value); }

std::string printOperand(const About& about, const Address& value) {
  const bool isNegative = value.offset >> (about.immediateBits - 1) & 1;
  if (!value.hasBase)
    return fmt::format(
        "[{}]", printHex(about.isSigned && isNegative ? value.offset | ~lowOnes(about.immediateBits) : value.offset));
  if (value.offset == 0)
    return fmt::format("[{}]", print(value.base));
  const bool negative = isNegative && (about.isSigned || !value.base.isZero());
  const std::uint32_t magnitude = negative ? (1u << about.immediateBits) - value.offset : value.offset;
  return fmt::format("[{} {} {}]", print(value.base), negative ? '-' : '+', printHex(magnitude));
}

std::string printOperand(const About&, const Coordinates& value) { return fmt::format("[{}]", print(value.base)); }

std::optional<Rejection> faultOf(std::string_view field, const About& about, const Register& value) {
  return isLegalOperand(about, value) ? std::nullopt : std::optional(faultOfPtx(roleOf(field), about, value));
}

std::optional<Rejection> faultOf(std::string_view field, const About& about, const Predicate& value) {
  if (isLegalOperand(about, value))
    return {};
  if (about.isPtx)
    return faultOfPtx(roleOf(field), about, value);
  return Rejection{"MACH-3", fmt::format("{}: no such predicate", roleOf(field)), "P0..P6 or PT"};
}

std::optional<Rejection> faultOf(std::string_view field, const About& about, const Guard& value) {
  return faultOf(field, about, value.predicate);
}

std::optional<Rejection> faultOf(std::string_view field, const About& about, const RegisterOrImmediate& value) {
  if (isLegalOperand(about, value))
    return {};
  if (about.isPtx)
    return faultOfPtx(roleOf(field), value);
  return Rejection{std::string(about.rule), fmt::format("{} is out of range", roleOf(field)),
                   fmt::format("R0..R254, RZ or 0..{}", lowOnes(about.immediateBits))};
}

std::optional<Rejection> faultOf(std::string_view field, const About& about, const Immediate& value) {
  if (isLegalOperand(about, value))
    return {};
  return Rejection{std::string(about.rule), fmt::format("{} is out of range", roleOf(field)),
                   fmt::format("0..{}", lowOnes(about.immediateBits))};
}

std::optional<Rejection> faultOf(std::string_view, const About& about, const Address& value) {
  if (isLegalOperand(about, value))
    return {};
  if (!hasFewBits(about, value))
    return Rejection{std::string(about.rule), fmt::format("the offset has more than {} bits", about.immediateBits),
                     fmt::format("0..{:#x}", lowOnes(about.immediateBits) + 1 - about.unit)};
  if (!namesItsBase(value))
    return Rejection{"ATOMS-2", "Ra of an address without a base", "RZ"};
  return Rejection{std::string(about.rule), fmt::format("the offset is no multiple of {}", about.unit),
                   fmt::format("a multiple of {}", about.unit)};
}

std::optional<Rejection> faultOf(std::string_view, const About&, const Coordinates&) { return {}; } // by its dimension

bool acceptSign(Cursor& cursor, const About& about, const RegisterOrImmediate&) {
  Cursor ahead = cursor;
  const bool isSign = ahead.accept(about.sign) && (about.sign != '-' || ahead.peek() == 'R');
  if (isSign)
    cursor = ahead;
  return isSign;
}

std::optional<Rejection> faultOfSign(std::string_view field, const About& about, const RegisterOrImmediate& operand) {
  if (takesSign(about, operand))
    return {};
  return Rejection{std::string(about.rule),
                   fmt::format("{} is a number, which takes no `{}`", roleOf(field), about.sign),
                   fmt::format("a register, or a number without `{}` before it", about.sign)};
}

char separatorOf(const About& about) { return about.isJoined ? '|' : ','; }

bool comesNext(Cursor ahead, const About& about, const RegisterOrImmediate&) {
  return ahead.accept(separatorOf(about)) &&
         (ahead.peek() == 'R' || std::isdigit(static_cast<unsigned char>(ahead.peek())));
}
bool comesNext(Cursor ahead, const About& about, const Predicate&) { return ahead.accept(separatorOf(about)); }

std::string wordsOf(const About& about, std::uint64_t allowed) {
  std::vector<std::string_view> words;
  for (std::size_t value = 0; value < about.names.size(); ++value)
    if (allowed >> value & 1 && !about.names[value].empty())
      words.push_back(about.names[value]);
  const char* dot = about.role == Role::Modifier || about.role == Role::Optional ? "." : "";
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += fmt::format("{}{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", dot, words[i]);
  return list;
}

std::string_view wordOf(const About& about, std::uint64_t value) {
  return value < about.names.size() ? about.names[value] : "?";
}

Placed<std::uint64_t> readWord(Cursor& cursor, std::string_view field, const About& about) {
  const Word word = dottedWord(cursor);
  const auto found = std::ranges::find(about.names, word.text);
  if (found == about.names.end())
    cursor.reject(word.position, about.rule,
                  fmt::format("{}: {} is not known here", roleOf(field),
                              word.text.empty() ? cursor.seenAt(word.position) : quoted(word.text)),
                  wordsOf(about));
  return {static_cast<std::uint64_t>(found - about.names.begin()), word.position};
}

std::uint64_t readModifier(Cursor& cursor, Modifiers& modifiers, std::string_view field, const About& about,
                           std::uint64_t allowed) {
  const Word word = modifiers.peek();
  std::optional<std::uint64_t> found;
  std::size_t taken = 0;
  const auto consider = [&](std::string_view name, std::uint64_t value) {
    const std::size_t count = name.empty() ? 0 : modifiers.startsWith(name);
    if (count > taken) {
      taken = count;
      found = value;
    }
  };
  for (std::size_t value = 0; value < about.names.size(); ++value)
    consider(about.names[value], value);
  for (const auto& [name, value] : about.aliases)
    consider(name, value);
  const bool mayBeAbsent = about.role == Role::Optional && (about.names.front().empty() || modifiers.empty());
  if (!found && mayBeAbsent)
    return 0;
  if (!found) {
    cursor.reject(word.position, about.rule,
                  word.text.empty() ? fmt::format("the {} is missing", field)
                                    : fmt::format("{} is no {}", quoted(word.text), field),
                  wordsOf(about, allowed));
    return 0;
  }
  for (; taken > 0; --taken)
    modifiers.take();
  return *found;
}

std::optional<Rejection> faultOfModifier(std::string_view field, const About& about, std::uint64_t value,
                                         std::uint64_t allowed, std::string_view name) {
  if (isOneOf(about, allowed, value))
    return {};
  return Rejection{std::string(about.rule),
                   value < about.names.size() ? fmt::format("{} has no .{}", name, about.names[value])
                                              : fmt::format("no such {}", field),
                   wordsOf(about, allowed)};
}

} // namespace warplaw::spec
