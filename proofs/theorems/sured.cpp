// SURED's theorems (SURED-1..11): plan and modifiers; the instruction on words.
#include "proofs/theorems/sured_theorems.h"
#include <algorithm>

namespace warplaw::proofs {
namespace sured {
namespace rows = spec::sured_rows;

Term laneWord(const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices, Term lane, const LaneWords& words,
              const GenericRegionTerms& regions, const SurfaceTerms& surfaces) {
  return wordOf(
      symbolic::suredReach(modifiers, choices, lane, modifiers.op.terms().truth(true), words, regions, surfaces));
}

Proof::Words onWords(AnyLane reach, std::function<void(spec::SuredChoices&)> change) {
  return [=](const spec::SuredModifiers& modifiers, const spec::Operands& operands, spec::SuredChoices choices,
             std::span<std::uint8_t> memory, const spec::SurroundingCells& cells, spec::Results& results) {
    if (change)
      change(choices);
    Terms terms;
    const RedModifierTerms told = symbolic::suredReductionModifiers(symbolic::constants(terms, modifiers));
    spec::RedModifiers red;
    red.op = static_cast<std::uint32_t>(told.op.value()), red.size = static_cast<std::uint32_t>(told.size.value());
    spec::Operands given{};
    given.exec = operands.exec;
    std::ranges::copy(operands.row[rows::kOperand], given.row[spec::red_rows::kOperand]);
    std::ranges::copy(operands.row[rows::kOperandHigh], given.row[spec::red_rows::kOperandHigh]);
    spec::RedChoices chosen;
    chosen.order = choices.order, chosen.orderHigh = choices.orderHigh, chosen.unlikeZeros = choices.unlikeZeros;
    const auto reached =
        red::reachOnWords<&spec::SurroundingCells::surfaces>(reach, modifiers, operands, choices, cells);
    red::takeOnWords(red, given, chosen, memory, reached, results);
  };
}

Proof proofOf() {
  Proof proof;
  proof.encodedBy(symbolic::suredPlan, symbolic::suredModifiers);
  proof.onWords = Proof::ofWords(onWords());
  proof.rules = {"SURED-3", "SURED-4", "SURED-5", "SURED-6", "SURED-7", "SURED-8", "SURED-11", "RED-5", "MACH-8"};
  proof.planRules = {"SURED-1", "SURED-2", "SURED-4"};
  proof.wrongPlans = {proof.planBut("every-surface-has-a-row", "source[1].kind", {"SURED-1"},
                                    [](symbolic::PlanTerms& plan, const SuredFormTerms& form, const auto&) {
                                      Terms& terms = plan.excludesHelpers.terms();
                                      plan.source[rows::kSecond].kind =
                                          terms.constant(32, Bits(spec::SourceKind::Register));
                                      plan.source[rows::kSecond].value = form.coordinates.base.index.zext(32) + Bits(1);
                                    })};
  proof.wrongModifiers = {proof.modifiersBut(
      "bindless-without-a-header", "isBound", {"SURED-4"}, [](SuredModifierTerms& m, const SuredFormTerms& form) {
        m.isBound = (form.handle.value.eq(Bits(0))).ite(m.isBound.terms().constant(32, 0), m.isBound);
      })};
  return proof;
}

} // namespace sured

Readings suredReadings() {
  Readings all = sured::proofOf().readings();
  for (Misreading& wrong : sured::misreadings())
    all.wrong.push_back(std::move(wrong));
  return all;
}

} // namespace warplaw::proofs
