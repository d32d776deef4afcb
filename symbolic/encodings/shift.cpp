// SHL and SHR as terms: a shift by any unsigned word, or by five bits of it (SHIFT-1, SHIFT-2); its plan (SHIFT-3).
#include "symbolic/encodings/shift.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::ShiftDirection;
namespace rows = spec::shift_rows;
constexpr unsigned kImmediateBits = 20; // SHIFT-3
} // namespace

Term shiftLane(const ShiftModifierTerms& modifiers, const ShiftChoiceTerms&, Term, const LaneWords& words) {
  const Term a = words[rows::kA], b = words[rows::kB];
  const Term by = isSet(modifiers.wraps).ite(b.extract(4, 0).zext(32), b);
  const Term right = isSet(modifiers.isUnsigned).ite(a.lshr(by), a.ashr(by)); // from 32 on nothing of a is left
  return is(modifiers.direction, ShiftDirection::Left).ite(a.shl(by), right);
}

Term isLegal(const ShiftFormTerms& form) {
  return atMost(form.direction, static_cast<Bits>(ShiftDirection::Right)) &
         ~(is(form.direction, ShiftDirection::Left) & form.isUnsigned) & isLegalOperand(form.rb, kImmediateBits);
}

Term isLegal(const ShiftModifierTerms& modifiers) {
  return atMost(modifiers.direction, static_cast<Bits>(ShiftDirection::Right)) & atMost(modifiers.isUnsigned, 1) &
         ~(is(modifiers.direction, ShiftDirection::Left) & isSet(modifiers.isUnsigned)) & atMost(modifiers.wraps, 1);
}

ShiftModifierTerms shiftModifiers(const ShiftFormTerms& form) {
  return {.direction = form.direction.zext(32), .isUnsigned = form.isUnsigned.zext(32), .wraps = form.wraps.zext(32)};
}

PlanTerms shiftPlan(const ShiftFormTerms& form, const ShiftChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd, {readRegister(form.ra.index), readSignExtended(form.rb, kImmediateBits)});
}

} // namespace warplaw::symbolic
