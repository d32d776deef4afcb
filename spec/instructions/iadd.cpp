// IADD as an instruction: what may be negated (IADD-2, IADD-3).
#include "spec/described.h"
#include "spec/instructions/iadd_fields.h"

namespace warplaw::spec {
namespace {
constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.ra.negated && form.rb.negated)
    return Fault{&IaddForm::rb, Rejection{"IADD-3", "Ra is negated already", "Rb, not negated"}};
  return {};
};
} // namespace

const InstructionRow& iaddRow() {
  return describedRow(Described<IaddForm, IaddChoices>{.mnemonic = "IADD", .relations = kRelations});
}

} // namespace warplaw::spec
