// BAR as an instruction: ids, counts, who reads a predicate (BAR-1, BAR-4).
#include "spec/described.h"
#include "spec/instructions/bar_fields.h"

namespace warplaw::spec {
namespace {

constexpr std::string_view kCounts = "32, 64, .. 4064";

constexpr auto kTakes = [](const auto& form, MemberOf<BarForm> member) -> bool {
  return member != &BarForm::pp || (form.op != BarOp::Sync && form.op != BarOp::Arrive);
};
constexpr auto kMayBeAbsent = [](MemberOf<BarForm> member) { return member == &BarForm::threads; };

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.threads.value % 32)
    return Fault{
        &BarForm::threads,
        Rejection{"BAR-4", fmt::format("{} threads are no multiple of 32", form.threads.value), std::string(kCounts)}};
  if (form.op == BarOp::Arrive && form.threads.value == 0)
    return Fault{&BarForm::threads,
                 Rejection{"BAR-1", "BAR.ARRIVE says how many threads it is one of", std::string(kCounts)}};
  return {};
};

/// A case file that says what lanes give means it.
constexpr auto kGiven = [](BarChoices& choices, MemberOf<BarChoices> member) {
  if (member == &BarChoices::outside)
    choices.outsideIsNeutral = 0;
};

constexpr auto kPlace = [](BarForm& form) { form.threads.value = form.op == BarOp::Arrive ? 64 : 0; };

} // namespace

const InstructionRow& barRow() {
  return describedRow(Described<BarForm, BarChoices>{.mnemonic = "BAR",
                                                     .takes = kTakes,
                                                     .relations = kRelations,
                                                     .mayBeAbsent = kMayBeAbsent,
                                                     .given = kGiven,
                                                     .place = kPlace});
}

} // namespace warplaw::spec
