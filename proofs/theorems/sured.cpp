// SURED's theorems (SURED-1..11): plan and modifiers; the instruction on words.
#include "proofs/theorems/sured_theorems.h"

namespace warplaw::proofs {
namespace sured {
using spec::kLanes;
namespace rows = spec::sured_rows;

Term laneWord(const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices, Term lane, const LaneWords& words,
              const GenericRegionTerms& regions, const SurfaceTerms& surfaces) {
  const SuredReach reach =
      symbolic::suredReach(modifiers, choices, lane, modifiers.op.terms().truth(true), words, regions, surfaces);
  return reachWord(reach.performs, reach.place, reach.error, reach.size);
}

void runOnWords(const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                const spec::SuredChoices& choices, std::span<std::uint8_t> memory, const spec::SurroundingCells& cells,
                spec::Results& results, const LaneReach& reach, const red::ElementStep& step) {
  Terms terms;
  const auto modifierTerms = symbolic::constants(terms, modifiers);
  const auto choiceTerms = symbolic::constants(terms, choices);
  const auto operandTerms = symbolic::constants(terms, operands);
  const auto regions = symbolic::constants(terms, cells.regions);
  const auto surfaces = symbolic::constants(terms, cells.surfaces);
  spec::Results words{};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const SuredReach reached =
        reach(modifierTerms, choiceTerms, terms.constant(5, lane), terms.truth(operands.exec >> lane & 1),
              wordsOf(operandTerms, lane), regions, surfaces);
    words.row[0][lane] =
        static_cast<std::uint32_t>(reachWord(reached.performs, reached.place, reached.error, reached.size).value());
  }
  const RedModifierTerms told = symbolic::suredReductionModifiers(modifierTerms);
  const spec::RedModifiers red{static_cast<std::uint32_t>(told.op.value()),
                               static_cast<std::uint32_t>(told.size.value()), 0, 0};
  spec::Operands given{};
  given.exec = operands.exec;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    given.row[spec::red_rows::kOperand][lane] = operands.row[rows::kOperand][lane];
    given.row[spec::red_rows::kOperandHigh][lane] = operands.row[rows::kOperandHigh][lane];
  }
  spec::RedChoices redChoices;
  redChoices.order = choices.order;
  redChoices.orderHigh = choices.orderHigh;
  redChoices.unlikeZeros = choices.unlikeZeros;
  red::takeOnWords(red, given, redChoices, memory, words, results, step);
}

Proof proofOf() {
  Proof proof;
  proof.encodedBy(symbolic::suredPlan, symbolic::suredModifiers);
  proof.onWords =
      Proof::ofWords([](const auto& modifiers, const auto& operands, const auto& choices,
                        std::span<std::uint8_t> memory, const spec::SurroundingCells& cells,
                        spec::Results& results) { runOnWords(modifiers, operands, choices, memory, cells, results); });
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
