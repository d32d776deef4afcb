// Scalar video's operands as text and as legal fields (VID-1, VID-8); see spec/operand_text.h.
#pragma once
#include "spec/operand_text.h"
#include "spec/video_fields.h"

namespace warplaw::spec {

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, RegisterPart& value);
std::string printOperand(const About& about, const RegisterPart& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const RegisterPart& value);
template <class In> Cell<In, bool> isLegalOperand(const About&, const RegisterPartIn<In>& value) {
  return isNamed(fieldOf<RegisterPartIn<In>, 1>().about, value.part);
}
template <class In> Cell<In, bool> isLegalOperand(const About& about, const NegatablePartIn<In>& value) {
  return isLegalOperand(about, value.part);
}

} // namespace warplaw::spec
