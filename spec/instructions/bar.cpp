// BAR as an instruction: ids, counts, who reads a predicate (BAR-1, BAR-4).
#include "spec/described.h"
#include "spec/instructions/bar_fields.h"

namespace warplaw::spec {
namespace {

constexpr std::string_view kCounts = "32, 64, .. 4064";

struct Bar {
  using Form = BarForm;
  using Choices = BarChoices;
  static constexpr std::string_view kMnemonic = "BAR";

  static bool takes(const auto& form, std::string_view field) {
    return field != "pp" || (form.op != BarOp::Sync && form.op != BarOp::Arrive);
  }
  static bool mayBeAbsent(std::string_view field) { return field == "threads"; }

  static std::optional<Fault> relations(const auto& form) {
    if (form.threads.value % 32)
      return Fault{"threads", Rejection{"BAR-4", fmt::format("{} threads are no multiple of 32", form.threads.value),
                                        std::string(kCounts)}};
    if (form.op == BarOp::Arrive && form.threads.value == 0)
      return Fault{"threads",
                   Rejection{"BAR-1", "BAR.ARRIVE says how many threads it is one of", std::string(kCounts)}};
    return {};
  }

  /// A case file that says what lanes give means it.
  static void given(BarChoices& choices, std::string_view field) {
    if (field == "outside")
      choices.outsideIsNeutral = 0;
  }

  static void place(BarForm& form) { form.threads.value = form.op == BarOp::Arrive ? 64 : 0; }
};

} // namespace

const InstructionRow& barRow() { return describedRow<Bar>(); }

} // namespace warplaw::spec
