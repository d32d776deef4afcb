// PTX's operands as text: see ptx_text.h (SYNC-1..7, MACH-3).
#include "spec/ptx_text.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::string_view kBlank = "_";

/// The number of "%rd7" behind its prefix; none where it is no number below `count`.
std::optional<unsigned> numberBehind(std::string_view word, std::string_view prefix, unsigned count) {
  if (!word.starts_with(prefix))
    return {};
  const auto number = plainNumber(word.substr(prefix.size()));
  return number && *number < count ? number : std::nullopt;
}

/// The next name: what stands behind `%`; or `_`.
struct Name {
  std::string_view text;
  bool isBlank = false;
  std::size_t position = 0;
};
Name readName(Cursor& cursor) {
  const std::size_t position = cursor.place();
  if (cursor.accept('%'))
    return {cursor.adjacentWord().text, false, position};
  const Word word = cursor.word();
  return {"", word.text == kBlank, position};
}

std::string orBlank(const About& about) { return isWritten(about) ? " or _" : ""; }

std::string acceptedRegisters(const About& about) {
  return fmt::format("{}{}; other names in programs, and where .reg declares them",
                     about.isPair ? "%rd0..%rd126" : "%r0..%r254", orBlank(about));
}

} // namespace

Placed<Register> readPtxRegister(Cursor& cursor, std::string_view role, const About& about) {
  const Name name = readName(cursor);
  if (name.isBlank && isWritten(about))
    return {Register{}, name.position};
  const auto number =
      about.isPair ? numberBehind(name.text, "rd", kPtxPairs) : numberBehind(name.text, "r", kRegisters);
  if (!number)
    cursor.reject(name.position, "MACH-3",
                  fmt::format("{}: {} is no {}", role, cursor.seenAt(name.position),
                              about.isPair ? "64-bit register" : "32-bit register"),
                  acceptedRegisters(about));
  return {Register{static_cast<std::uint8_t>(number.value_or(0) * (about.isPair ? 2 : 1))}, name.position};
}

Placed<Predicate> readPtxPredicate(Cursor& cursor, std::string_view role, const About& about) {
  const Name name = readName(cursor);
  if (name.isBlank && isWritten(about))
    return {Predicate{}, name.position};
  const auto number = numberBehind(name.text, "p", kPredicates);
  if (!number)
    cursor.reject(name.position, "MACH-3", fmt::format("{}: {} is no predicate", role, cursor.seenAt(name.position)),
                  "%p0..%p6" + orBlank(about));
  return {Predicate{static_cast<std::uint8_t>(number.value_or(0))}, name.position};
}

Placed<RegisterOrImmediate> readPtxRegisterOrImmediate(Cursor& cursor, std::string_view role, const About& about) {
  constexpr std::int64_t kLeast = -(std::int64_t{1} << 31), kGreatest = (std::int64_t{1} << 32) - 1;
  const char first = cursor.peek();
  if (first == '-' || (first >= '0' && first <= '9')) {
    const auto number = readImmediate(cursor, role, about.rule, kLeast, kGreatest);
    return {{true, static_cast<std::uint32_t>(number.value)}, number.position};
  }
  if (first != '%')
    cursor.reject(cursor.place(), about.rule,
                  fmt::format("{}: {} is neither a register nor an immediate", role, cursor.seen()),
                  "%r0..%r254, or a number of 32 bits");
  const auto reg = readPtxRegister(cursor, role, about);
  return {{false, reg.value.index}, reg.position};
}

Placed<Predicate> readPtxGuard(Cursor& cursor) { return readPtxPredicate(cursor, "guard", {.role = Role::Source}); }

std::string printPtx(const About& about, Register reg) {
  if (reg.isZero())
    return std::string(kBlank);
  return about.isPair ? fmt::format("%rd{}", reg.index / 2) : fmt::format("%r{}", reg.index);
}
std::string printPtx(Predicate predicate) {
  return predicate.isTrue() ? std::string(kBlank) : fmt::format("%p{}", predicate.index);
}
std::string printPtx(const RegisterOrImmediate& operand) {
  if (!operand.isImmediate)
    return printPtx(About{}, Register{static_cast<std::uint8_t>(operand.value)});
  return printSmall(operand.value);
}

Rejection faultOfPtx(std::string_view role, const About& about, Register) {
  return Rejection{"MACH-3", fmt::format("{} is no register that PTX names", role), acceptedRegisters(about)};
}
Rejection faultOfPtx(std::string_view role, const About& about, Predicate) {
  return Rejection{"MACH-3", fmt::format("{} is no predicate that PTX names", role), "%p0..%p6" + orBlank(about)};
}
Rejection faultOfPtx(std::string_view role, const RegisterOrImmediate&) {
  return Rejection{"MACH-3", fmt::format("{} is no register that PTX names", role),
                   "%r0..%r254, or a number of 32 bits"};
}

Rejection overlapping(std::string_view rule, Register pair, Register reg) {
  return Rejection{std::string(rule),
                   fmt::format("%rd{} is {} and {} here, and %r{} stands beside it", pair.index / 2, print(pair),
                               print(Register{static_cast<std::uint8_t>(pair.index + 1)}), reg.index),
                   "registers apart"};
}

} // namespace warplaw::spec
