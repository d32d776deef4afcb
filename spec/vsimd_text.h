// SIMD video's operands as text and as legal fields (VID-9); see spec/operand_text.h. Of the field, about.count is the
// number of lanes of a word, about.absent what a mask or selector is where none is written.
#pragma once
#include "spec/instructions/vsimd_fields.h"
#include "spec/operand_text.h"

namespace warplaw::spec {

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, MaskedLanes& value);
std::string printOperand(const About& about, const MaskedLanes& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const MaskedLanes& value);

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, SelectedLanes& value);
std::string printOperand(const About& about, const SelectedLanes& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const SelectedLanes& value);

} // namespace warplaw::spec
