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

/// What stands in a register is asked when the warp comes (BAR-4).
constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  const auto& threads = form.threads;
  if (threads.isImmediate && threads.value % 32)
    return Fault{&BarForm::threads, Rejection{"BAR-4", fmt::format("{} threads are no multiple of 32", threads.value),
                                              std::string(kCounts)}};
  const std::uint32_t none = threads.isImmediate ? 0 : kZeroRegister;
  if (form.op == BarOp::Arrive && threads.value == none)
    return Fault{&BarForm::threads,
                 Rejection{"BAR-1", "BAR.ARRIVE says how many threads it is one of", std::string(kCounts)}};
  return {};
};

/// A case file that says what lanes give means it.
constexpr auto kGiven = [](BarChoices& choices, MemberOf<BarChoices> member) {
  if (member == &BarChoices::outside)
    choices.outsideIsNeutral = 0;
};

/// Numbers, as most programs have them.
constexpr auto kPlace = [](BarForm& form) {
  form.id = {true, 0};
  form.threads = form.op == BarOp::Arrive ? RegisterOrImmediate{true, 64} : RegisterOrImmediate{};
};

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
