// CS2R as an instruction: its pairs (SR-1, SR-3, MACH-3).
#include "spec/described.h"
#include "spec/instructions/cs2r_fields.h"

namespace warplaw::spec {
namespace {

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.size == Cs2rSize::B32)
    return {};
  if (auto fault = faultOfPair(&Cs2rForm::rd, form.rd))
    return fault;
  if (form.sr.name == ClockWord::High)
    return Fault{&Cs2rForm::sr, Rejection{"SR-3", "no 64-bit number begins with SR_CLOCKHI", "SR_CLOCKLO, or CS2R.32"}};
  return {};
};

} // namespace

const InstructionRow& cs2rRow() {
  return describedRow(Described<Cs2rForm, Cs2rChoices>{.mnemonic = "CS2R", .relations = kRelations});
}

} // namespace warplaw::spec
