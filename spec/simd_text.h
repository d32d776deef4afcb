// SIMD video's operands as text and as legal fields (VID-9); see spec/operand_text.h. about.count is the number of
// lanes of a word; about.absent is the value of a mask or selector that is not written.
#pragma once
#include "spec/instructions/vsimd_fields.h"
#include "spec/operand_text.h"

namespace warplaw::spec {

/// The lanes that a word names, "B310" of a mask, "H01" of a selector; none where it names none.
std::optional<std::uint8_t> maskOf(std::string_view text, const About& about);
std::optional<std::uint16_t> lanesOf(std::string_view text, const About& about);
/// Which words these are.
std::string masksOf(const About& about);
std::string selectorsOf(const About& about);

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, MaskedLanes& value);
std::string printOperand(const About& about, const MaskedLanes& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const MaskedLanes& value);
/// Some of the lanes.
template <class In> Cell<In, bool> isLegalOperand(const About& about, const MaskedLanesIn<In>& value) {
  return value.mask != 0 && value.mask >> static_cast<unsigned>(about.count) == 0;
}

std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, SelectedLanes& value);
std::string printOperand(const About& about, const SelectedLanes& value);
std::optional<Rejection> faultOf(std::string_view field, const About& about, const SelectedLanes& value);
/// Each lane's selector is a number below 2 * about.count.
template <class In> Cell<In, bool> isLegalOperand(const About& about, const SelectedLanesIn<In>& value) {
  return (value.lanes & (about.count == 4 ? 0x8888u : 0xffccu)) == 0;
}

} // namespace warplaw::spec
