// CS2R as an instruction: its pairs (SR-1, SR-3, MACH-3).
#include "spec/described.h"
#include "spec/instructions/cs2r_fields.h"

namespace warplaw::spec {
namespace {

struct Cs2r {
  using Form = Cs2rForm;
  using Choices = Cs2rChoices;
  static constexpr std::string_view kMnemonic = "CS2R";

  static std::optional<Fault> relations(const auto& form) {
    if (form.size == Cs2rSize::B32)
      return {};
    if (auto fault = faultOfPair("rd", form.rd))
      return Fault{"rd", *std::move(fault)};
    if (form.sr.name == ClockWord::High)
      return Fault{"sr", Rejection{"SR-3", "no 64-bit number begins with SR_CLOCKHI", "SR_CLOCKLO, or CS2R.32"}};
    return {};
  }
};

} // namespace

const InstructionRow& cs2rRow() { return describedRow<Cs2r>(); }

} // namespace warplaw::spec
