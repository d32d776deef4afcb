// SHL and SHR as one instruction: which takes .U32 (SHIFT-1).
#include "spec/described.h"
#include "spec/instructions/shift_fields.h"

namespace warplaw::spec {
namespace {
struct Shift {
  using Form = ShiftForm;
  using Choices = ShiftChoices;
  static constexpr std::string_view kMnemonic = "SHL";

  static bool takes(const auto& form, std::string_view field) {
    return field != "isUnsigned" || form.direction == ShiftDirection::Right;
  }
};
} // namespace

const InstructionRow& shiftRow() { return describedRow<Shift>(); }

} // namespace warplaw::spec
