// SHL and SHR as one instruction: which takes .U32 (SHIFT-1).
#include "spec/described.h"
#include "spec/instructions/shift_fields.h"

namespace warplaw::spec {
namespace {
constexpr auto kTakes = [](const auto& form, MemberOf<ShiftForm> member) -> bool {
  return member != &ShiftForm::isUnsigned || form.direction == ShiftDirection::Right;
};
} // namespace

const InstructionRow& shiftRow() {
  return describedRow(Described<ShiftForm, ShiftChoices>{.mnemonic = "SHL", .takes = kTakes});
}

} // namespace warplaw::spec
