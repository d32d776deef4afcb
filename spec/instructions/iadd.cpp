// IADD as an instruction: what may be negated (IADD-2, IADD-3).
#include "spec/described.h"
#include "spec/instructions/iadd_fields.h"

namespace warplaw::spec {
namespace {
struct Iadd {
  using Form = IaddForm;
  using Choices = IaddChoices;
  static constexpr std::string_view kMnemonic = "IADD";

  static std::optional<Fault> relations(const auto& form) {
    if (form.ra.negated && form.rb.negated)
      return Fault{"rb", Rejection{"IADD-3", "Ra is negated already", "Rb, not negated"}};
    return {};
  }
};
} // namespace

const InstructionRow& iaddRow() { return describedRow<Iadd>(); }

} // namespace warplaw::spec
