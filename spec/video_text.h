// Scalar video's operands as text and as legal fields (VID-1, VID-8); see spec/operand_text.h.
#pragma once
#include "spec/operand_text.h"
#include "spec/video_fields.h"

namespace warplaw::spec {

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, RegisterPart& value);
std::string printOperand(const About& about, const RegisterPart& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const RegisterPart& value);

template <class Operand>
concept IsNegatable = std::same_as<Operand, NegatablePart> || std::same_as<Operand, NegatableRegister>;

/// The place is that of the `-`, if there is one.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, IsNegatable auto& value) {
  auto& [negated, operand] = value;
  const std::size_t position = cursor.place();
  negated = cursor.accept('-');
  const std::size_t behind = readOperand(cursor, field, about, operand);
  return negated ? position : behind;
}
std::string printOperand(const About& about, const IsNegatable auto& value) {
  const auto& [negated, operand] = value;
  return (negated ? "-" : "") + printOperand(about, operand);
}
std::optional<Rejection> faultOf(std::string_view field, const About& about, const IsNegatable auto& value) {
  const auto& [negated, operand] = value;
  return faultOf(field, about, operand);
}

} // namespace warplaw::spec
