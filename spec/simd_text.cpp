// Masks and selectors of lanes as text and as legal fields (VID-9).
#include "spec/simd_text.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

char letterOf(const About& about) { return about.count == 4 ? 'B' : 'H'; }

/// The digits behind `R0.B`, lanes from the top down; none where other text stands there.
std::optional<std::string_view> digitsOf(std::string_view text, const About& about, unsigned base) {
  if (text.size() < 2 || text.front() != letterOf(about))
    return {};
  text.remove_prefix(1);
  for (const char c : text)
    if (c < '0' || c >= static_cast<char>('0' + base))
      return {};
  return text;
}

/// Reads `R0` or `R0.WORD`; the number that `valueOf` says the word to be goes into `cell`.
std::size_t readLanes(Cursor& cursor, std::string_view field, const About& about, Register& reg, auto& cell,
                      auto valueOf, const std::string& accepted) {
  const auto read = readRegister(cursor, roleOf(field));
  reg = read.value;
  cell = static_cast<std::remove_reference_t<decltype(cell)>>(about.absent);
  if (!cursor.acceptAdjacent('.'))
    return read.position;
  const Word word = cursor.adjacentWord();
  if (const auto value = valueOf(word.text, about))
    cell = *value;
  else
    cursor.reject(word.position, about.rule, fmt::format("{}: {} names no lanes", roleOf(field), quoted(word.text)),
                  accepted);
  return read.position;
}

} // namespace

std::optional<std::uint8_t> maskOf(std::string_view text, const About& about) {
  const auto digits = digitsOf(text, about, static_cast<unsigned>(about.count));
  if (!digits)
    return {};
  std::uint8_t mask = 0;
  for (const char c : *digits) {
    const unsigned bit = 1u << (c - '0');
    if (mask != 0 && bit >= (mask & -mask)) // lanes fall
      return {};
    mask = static_cast<std::uint8_t>(mask | bit);
  }
  return mask;
}

std::optional<std::uint16_t> lanesOf(std::string_view text, const About& about) {
  const auto digits = digitsOf(text, about, 2 * static_cast<unsigned>(about.count));
  if (!digits || digits->size() != about.count)
    return {};
  std::uint16_t lanes = 0;
  for (const char c : *digits)
    lanes = static_cast<std::uint16_t>(lanes << 4 | (c - '0'));
  return lanes;
}

std::string masksOf(const About& about) {
  return about.count == 4 ? "B3210, or some of these digits from the left to the right" : "H10, H1 or H0";
}
std::string selectorsOf(const About& about) {
  return about.count == 4 ? "B and four digits 0..7" : "H and two digits 0..3";
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, MaskedLanes& value) {
  return readLanes(cursor, field, about, value.reg, value.mask, maskOf, masksOf(about));
}
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, SelectedLanes& value) {
  return readLanes(cursor, field, about, value.reg, value.lanes, lanesOf, selectorsOf(about));
}

std::string printOperand(const About& about, const MaskedLanes& value) {
  std::string text = print(value.reg);
  if (value.mask == about.absent)
    return text;
  text += fmt::format(".{}", letterOf(about));
  for (unsigned lane = 8; lane-- > 0;)
    if (value.mask >> lane & 1)
      text += fmt::format("{}", lane);
  return text;
}
std::string printOperand(const About& about, const SelectedLanes& value) {
  if (value.lanes == about.absent)
    return print(value.reg);
  return fmt::format("{}.{}{:0{}X}", print(value.reg), letterOf(about), value.lanes, about.count);
}

std::optional<Rejection> faultOf(std::string_view field, const About& about, const MaskedLanes& value) {
  if (isLegalOperand(about, value))
    return {};
  return Rejection{std::string(about.rule), fmt::format("{}: {:#x} is no set of its lanes", roleOf(field), value.mask),
                   masksOf(about)};
}
std::optional<Rejection> faultOf(std::string_view field, const About& about, const SelectedLanes& value) {
  if (isLegalOperand(about, value))
    return {};
  return Rejection{std::string(about.rule),
                   fmt::format("{}: {:#x} names lanes that {{Rb, Ra}} has not", roleOf(field), value.lanes),
                   selectorsOf(about)};
}

} // namespace warplaw::spec
