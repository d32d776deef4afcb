// Encodings compiled to machine code and called with spec/'s structures, so that tests can try very many values.
#pragma once
#include "spec/datapath.h"
#include "symbolic/encodings/machine.h"
#include "symbolic/native/described.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {

/// What an encoding makes of a form: is it legal, what is its datapath told and is that legal, what is its plan.
template <class FormTerms, class ModifierTerms, class ChoiceTerms, auto modifiersOf, auto planOf> class CompiledForm {
public:
  using Form = spec::InWorld<FormTerms, spec::Words>;
  struct Answer {
    std::uint8_t isLegal = 0, areModifiersLegal = 0;
    spec::InWorld<ModifierTerms, spec::Words> modifiers;
    spec::Plan plan;
  };

  CompiledForm() : function_(compiled()) {}
  /// `before`: what the plan held already.
  Answer operator()(const Form& form, const spec::InWorld<ChoiceTerms, spec::Words>& choices,
                    const spec::Plan& before) const {
    Answer answer;
    const void* inputs[] = {&form, &choices, &before};
    void* outputs[] = {&answer.isLegal, &answer.areModifiersLegal, &answer.modifiers, &answer.plan};
    function_(inputs, outputs);
    return answer;
  }

private:
  static native::Function compiled() {
    Terms terms;
    const auto form = variables<FormTerms>(terms, "form.");
    const auto choices = variables<ChoiceTerms>(terms, "choices.");
    const auto before = variables<PlanTerms>(terms, "before.");
    const ModifierTerms modifiers = modifiersOf(form);
    Term areModifiersLegal = terms.truth(true); // where there are none
    if constexpr (!std::is_empty_v<ModifierTerms>)
      areModifiersLegal = isLegal(modifiers);
    std::vector<native::Slot> inputs, outputs = {{isLegal(form), 0, 0, 1}, {areModifiersLegal, 1, 0, 1}};
    addSlots(inputs, form, 0);
    addSlots(inputs, choices, 1);
    addSlots(inputs, before, 2);
    addSlots(outputs, modifiers, 2);
    addSlots(outputs, planOf(form, choices, before), 3);
    return native::compile(inputs, outputs);
  }
  native::Function function_;
};

/// Any value in every cell, small and greatest ones most of the time; illegal ones included.
template <class S> S anyCells(std::mt19937& random) {
  S structure{};
  spec::eachCell(
      [&]<class T>(const spec::CellPlace& place, T& cell) {
        const unsigned small = random() % 8, kind = random() % 8;
        cell = static_cast<T>(kind < 6 ? small % (place.about.count == 2 ? 2 : 4) : kind == 6 ? small : 0u - small);
      },
      structure);
  return structure;
}

/// The cells of two structures of the same kind are equal.
template <class S> void expectEqual(const S& got, const S& wanted) {
  spec::eachCell([](const spec::CellPlace& place, const auto& is,
                    const auto& wants) { EXPECT_EQ(std::uint64_t(is), std::uint64_t(wants)) << place.name; },
                 got, wanted);
}

/// A plan that reads the given registers in its first rows and writes Rd, under the guard of `before`.
inline spec::Plan planOver(const spec::Plan& before, std::initializer_list<unsigned> sources, unsigned rd) {
  spec::Plan plan;
  plan.guardPredicate = before.guardPredicate;
  plan.guardNegated = before.guardNegated;
  for (unsigned row = 0; unsigned reg : sources)
    plan.source[row++] = {spec::SourceKind::Register, reg};
  plan.destination[0] = rd;
  return plan;
}

/// Forms and modifiers of any raw fields: legal exactly as the plain statements say; the plan is as stated, and of a
/// legal form what the datapath is told. rounds: more where legal forms are rarer.
template <class FormTerms, class ModifierTerms, class ChoiceTerms, auto modifiersOf, auto planOf>
void compareForms(auto isLegalForm, auto areLegalModifiers, auto wantedModifiers, auto wantedPlan,
                  unsigned rounds = 200000) {
  const CompiledForm<FormTerms, ModifierTerms, ChoiceTerms, modifiersOf, planOf> encoding;
  std::mt19937 random(20);
  unsigned legal = 0;
  for (unsigned round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    const auto form = anyCells<spec::InWorld<FormTerms, spec::Words>>(random);
    const auto before = anyCells<spec::Plan>(random);
    const auto answer = encoding(form, {}, before);
    EXPECT_EQ(answer.isLegal, isLegalForm(form)) << "round " << round;
    expectEqual(answer.plan, wantedPlan(form, before));
    if (!isLegalForm(form))
      continue;
    ++legal;
    EXPECT_TRUE(answer.areModifiersLegal);
    expectEqual(answer.modifiers, wantedModifiers(form));
  }
  EXPECT_GT(legal, 1000u);
  if constexpr (!std::is_empty_v<ModifierTerms>)
    for (unsigned round = 0; round < 10000 && !::testing::Test::HasFailure(); ++round) {
      Terms terms;
      const auto modifiers = anyCells<spec::InWorld<ModifierTerms, spec::Words>>(random);
      EXPECT_EQ(isLegal(constants(terms, modifiers)).isTrue(), areLegalModifiers(modifiers)) << "round " << round;
    }
}

} // namespace warplaw::symbolic
