// Reading instruction text: see text.h (MACH-1, MACH-3).
#include "spec/text.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::size_t kQuotedBytes = 24;
constexpr std::int64_t kSaturated = std::int64_t{1} << 62;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isWordByte(char c) { return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

/// Value of a digit in `base`, or none.
std::optional<unsigned> digitOf(char c, unsigned base) {
  if (isDigit(c))
    return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  if (base == 16 && lower >= 'a' && lower <= 'f')
    return lower - 'a' + 10;
  return std::nullopt;
}

/// Decimal without leading zeros (010 could be read as octal), or 0x hexadecimal; saturates.
std::optional<std::int64_t> unsignedValue(std::string_view text) {
  unsigned base = 10;
  if (text.starts_with("0x")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.front() == '0') {
    return std::nullopt;
  }
  if (text.empty())
    return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    const auto digit = digitOf(c, base);
    if (!digit)
      return std::nullopt;
    value = value > kSaturated / 32 ? kSaturated : value * base + *digit;
  }
  return value;
}

constexpr std::string_view kNumbers = "a decimal number without leading zeros, or a hexadecimal one with 0x";

/// A number, with a sign where the range has negative values.
Placed<std::int64_t> readNumber(Cursor& cursor, std::string_view role, std::string_view accepted, bool isSigned) {
  const std::size_t position = cursor.place();
  const bool negative = cursor.accept('-');
  if (negative)
    cursor.place();
  const Word word = cursor.word();
  const auto value = unsignedValue(word.text);
  if (!value)
    cursor.reject(word.position, "syntax", fmt::format("{}: {} is no number", role, cursor.seenAt(word.position)),
                  std::string(accepted));
  const std::int64_t magnitude = value.value_or(0);
  if (negative && !isSigned && magnitude == 0) // below zero the range is what is wrong
    cursor.reject(position, "syntax", fmt::format("{}: a sign before a number that has none", role),
                  std::string(accepted));
  return {negative ? -magnitude : magnitude, position};
}

} // namespace

std::optional<unsigned> plainNumber(std::string_view digits) {
  if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits.front() == '0'))
    return std::nullopt;
  unsigned number = 0;
  for (const char c : digits) {
    if (!isDigit(c))
      return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

void Cursor::reject(std::size_t position, std::string_view rule, std::string message, std::string accepted) {
  if (!rejection_)
    rejection_ = Rejection{std::string(rule), std::move(message), std::move(accepted), position};
}

void Cursor::reject(Rejection rejection) {
  if (!rejection_)
    rejection_ = std::move(rejection);
}

std::size_t Cursor::place() {
  while (at_ < text_.size()) {
    if (isBlank(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '#' || text_.substr(at_).starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      break;
    }
  }
  return at_;
}

bool Cursor::atEnd() { return place() == text_.size(); }
char Cursor::peek() { return atEnd() ? '\0' : text_[at_]; }
char Cursor::peekAdjacent() { return at_ < text_.size() ? text_[at_] : '\0'; }

bool Cursor::accept(char c) {
  if (failed() || atEnd() || text_[at_] != c)
    return false;
  ++at_;
  return true;
}

bool Cursor::acceptAdjacent(char c) {
  if (failed() || at_ == text_.size() || text_[at_] != c)
    return false;
  ++at_;
  return true;
}

void Cursor::expect(char c, std::string_view role) {
  if (accept(c) || failed())
    return;
  reject(place(), "syntax", fmt::format("{}: found {}", role, seen()), fmt::format("`{}`", c));
}

Word Cursor::word() {
  place();
  return wordHere();
}

Word Cursor::adjacentWord() { return wordHere(); }

Word Cursor::wordHere() {
  const std::size_t begin = at_;
  if (failed())
    return {{}, begin};
  while (at_ < text_.size() && isWordByte(text_[at_]))
    ++at_;
  return {text_.substr(begin, at_ - begin), begin};
}

std::string Cursor::seenAt(std::size_t position) const {
  if (position >= text_.size())
    return "the end of the text";
  std::size_t end = position;
  while (end < text_.size() && isWordByte(text_[end]))
    ++end;
  if (text_.substr(position, end - position) == "c" && text_.substr(end).starts_with('[')) { // c[0x0][0x140]
    while (end < text_.size() && text_[end] == '[')
      end = std::min(text_.find(']', end), text_.size() - 1) + 1;
    return quoted(text_.substr(position, end - position)) + ", of constant memory, which is not here,";
  }
  return quoted(text_.substr(position, std::max<std::size_t>(end - position, 1)));
}

Placed<Register> readRegister(Cursor& cursor, std::string_view role) {
  const Word word = cursor.word();
  if (word.text == "RZ")
    return {Register{}, word.position};
  if (word.text.starts_with('R')) {
    const auto index = plainNumber(word.text.substr(1));
    if (index && *index < kRegisters)
      return {Register{static_cast<std::uint8_t>(*index)}, word.position};
  }
  const std::string_view why = word.text == "R255" ? " is written RZ" : " is no register";
  cursor.reject(word.position, "MACH-3", fmt::format("{}: {}{}", role, cursor.seenAt(word.position), why),
                "R0..R254 or RZ");
  return {Register{}, word.position};
}

Placed<Predicate> readPredicate(Cursor& cursor, std::string_view role, bool acceptsBlank) {
  const Word word = cursor.word();
  if (word.text == "PT" || (acceptsBlank && word.text == "__"))
    return {Predicate{}, word.position};
  if (word.text.starts_with('P')) {
    const auto index = plainNumber(word.text.substr(1));
    if (index && *index < kPredicates)
      return {Predicate{static_cast<std::uint8_t>(*index)}, word.position};
  }
  cursor.reject(word.position, "MACH-3", fmt::format("{}: {} is no predicate", role, cursor.seenAt(word.position)),
                acceptsBlank ? "P0..P6, PT or __" : "P0..P6 or PT");
  return {Predicate{}, word.position};
}

Placed<std::int64_t> readImmediate(Cursor& cursor, std::string_view role, std::string_view rule, std::int64_t least,
                                   std::int64_t greatest) {
  const auto number = readNumber(cursor, role, kNumbers, least < 0);
  if (number.value < least || number.value > greatest)
    cursor.reject(number.position, rule, fmt::format("{}: the immediate is out of range", role),
                  fmt::format("{}..{}", least, greatest));
  return number;
}

Placed<RegisterOrImmediate> readRegisterOrImmediate(Cursor& cursor, std::string_view role, std::string_view rule,
                                                    unsigned bits, bool isSigned) {
  const std::int64_t count = std::int64_t{1} << bits, least = isSigned ? -count / 2 : 0, greatest = least + count - 1;
  const char first = cursor.peek();
  if (first == '-' || isDigit(first)) {
    const auto number = readImmediate(cursor, role, rule, least, greatest);
    return {{true, static_cast<std::uint32_t>(number.value & (count - 1))}, number.position};
  }
  if (first != 'R') {
    cursor.reject(cursor.place(), rule,
                  fmt::format("{}: {} is neither a register nor an immediate", role, cursor.seen()),
                  fmt::format("R0..R254, RZ or {}..{}", least, greatest));
  }
  const auto reg = readRegister(cursor, role);
  return {{false, reg.value.index}, reg.position};
}

AddressText readAddress(Cursor& cursor, std::string_view role) {
  AddressText address;
  address.position = address.offsetPosition = cursor.place();
  cursor.expect('[', role);
  address.hasBase = cursor.peek() == 'R';
  if (!address.hasBase) {
    const auto offset = readNumber(cursor, role, "R0..R254, RZ or a number", false);
    address.offset = offset.value;
    address.offsetPosition = offset.position;
  } else {
    address.base = readRegister(cursor, role).value;
    const std::size_t sign = cursor.place();
    const bool minus = cursor.accept('-');
    if (minus || cursor.accept('+')) {
      if (minus && cursor.peek() == '-')
        cursor.reject(cursor.place(), "syntax", fmt::format("{}: two minus signs", role), "one");
      const auto offset = readNumber(cursor, role, kNumbers, true);
      address.offset = minus ? -offset.value : offset.value;
      address.offsetPosition = minus ? sign : offset.position;
    } else if (cursor.peek() != ']') {
      cursor.reject(sign, "syntax", fmt::format("{}: found {}", role, cursor.seen()), "`+`, `-` or `]`");
    }
  }
  cursor.expect(']', role);
  return address;
}

Word Modifiers::peek() const {
  if (!empty())
    return words_[next_];
  const Word& last = words_.empty() ? mnemonic_ : words_.back();
  return {{}, last.position + last.text.size()};
}

Word Modifiers::take() {
  const Word word = peek();
  if (!empty())
    ++next_;
  return word;
}

std::size_t Modifiers::startsWith(std::string_view words) const {
  for (std::size_t count = 0; next_ + count < words_.size(); ++count) {
    const std::string_view next = words_[next_ + count].text;
    if (!words.starts_with(next))
      return 0;
    words.remove_prefix(next.size());
    if (words.empty())
      return count + 1;
    if (words.front() != '.')
      return 0;
    words.remove_prefix(1);
  }
  return 0;
}

void rejectLeftover(Cursor& cursor, const Modifiers& modifiers, std::string_view rule, std::string_view accepted) {
  if (modifiers.empty())
    return;
  const Word word = modifiers.peek();
  cursor.reject(word.position, rule, fmt::format("modifier {} does not belong here", quoted(word.text)),
                std::string(accepted));
}

std::string print(Register reg) { return reg.isZero() ? "RZ" : fmt::format("R{}", reg.index); }
std::string print(Predicate predicate) { return predicate.isTrue() ? "PT" : fmt::format("P{}", predicate.index); }
std::string printHex(std::uint64_t value) { return fmt::format("{:#x}", value); }
std::string printSmall(std::uint32_t value) { return value < 32 ? fmt::format("{}", value) : printHex(value); }

std::string printable(std::string_view text, std::size_t most) {
  std::string result;
  for (const char c : text.substr(0, most)) {
    if (c >= 0x20 && c < 0x7f)
      result += c;
    else
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return text.size() > most ? result + "..." : result;
}

std::string quoted(std::string_view text) { return fmt::format("`{}`", printable(text, kQuotedBytes)); }

} // namespace warplaw::spec
