// Parts of registers as text and as legal fields (VID-1).
#include "spec/video_text.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {
constexpr const About& kPart = fieldOf<RegisterPart, 1>().about;
} // namespace

std::size_t readOperand(Cursor& cursor, std::string_view field, const About&, RegisterPart& value) {
  const auto reg = readRegister(cursor, roleOf(field));
  value.reg = reg.value;
  if (!cursor.acceptAdjacent('.'))
    return reg.position;
  const Word word = cursor.adjacentWord();
  const auto* name = std::ranges::find(kParts, word.text);
  if (word.text.empty() || name == std::end(kParts))
    cursor.reject(word.position, kPart.rule, fmt::format("{}: {} is no part", roleOf(field), quoted(word.text)),
                  wordsOf(kPart));
  value.part = static_cast<Part>(name - kParts);
  return reg.position;
}

std::string printOperand(const About&, const RegisterPart& value) {
  const std::string_view part = wordOf(kPart, static_cast<unsigned>(value.part));
  return print(value.reg) + (part.empty() ? "" : fmt::format(".{}", part));
}

std::optional<Rejection> faultOf(std::string_view field, const About&, const RegisterPart& value) {
  if (isLegalOperand({}, value))
    return {};
  return Rejection{std::string(kPart.rule), fmt::format("{}: no such part", roleOf(field)), wordsOf(kPart)};
}

} // namespace warplaw::spec
