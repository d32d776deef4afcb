// A witness of a datapath becomes the whole instruction that hands its datapath the same words, whatever its modifiers
// are: of every instruction.
#include "proofs/statements/whole_case.h"
#include "proofs/theorems/theorems.h"
#include "spec/row.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace whole_case_test {

constexpr unsigned kForms = 6; ///< of an instruction

bool isLegal(const spec::Form& form) { return spec::check(spec::Instruction{{}, form, {}}).has_value(); }

/// A legal form some of whose cells are drawn anew.
spec::Form drawnForm(spec::Mnemonic mnemonic, std::mt19937& random) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  const std::vector<spec::FormFamily> families = spec::families(mnemonic);
  spec::Form form = families[random() % families.size()].form;
  const std::size_t cells = row.formLayout().cells().size();
  for (std::size_t tries = 0; tries < 8 * cells; ++tries) {
    const std::size_t changed = random() % cells;
    const unsigned bits = random() % 20;
    std::size_t at = 0;
    const spec::Form other = row.mapForm(form, [&](const spec::CellPlace&, std::uint64_t value) {
      return at++ == changed ? random() & ((1u << bits) - 1) : value;
    });
    if (isLegal(other))
      form = other;
  }
  return form;
}

HandedWords drawnWords(const spec::Form& form, std::mt19937& random) {
  HandedWords handed;
  handed.choices = spec::defaultChoices(form);
  handed.operands.exec = static_cast<std::uint32_t>(random());
  handed.operands.predicate = static_cast<std::uint32_t>(random());
  for (auto& row : handed.operands.row)
    std::ranges::generate(row, std::ref(random));
  for (auto& row : handed.before.row)
    std::ranges::generate(row, std::ref(random));
  return handed;
}

bool isRegister(const spec::Source& source) {
  return source.kind == spec::SourceKind::Register && source.value != spec::kZeroRegister;
}

/// What the drawn form fetches from registers, the case has there; and what lies there before the write.
void expectHanded(const spec::Plan& drawn, const spec::Plan& plan, const HandedWords& handed, const spec::Warp& warp) {
  for (unsigned r = 0; r < spec::kSourceRows; ++r) {
    if (!isRegister(drawn.source[r]))
      continue;
    ASSERT_TRUE(isRegister(plan.source[r])) << "source " << r;
    EXPECT_TRUE(std::ranges::equal(warp.registers[plan.source[r].value], handed.operands.row[r])) << "source " << r;
  }
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    if (drawn.destination[r] == spec::kZeroRegister)
      continue;
    ASSERT_NE(plan.destination[r], spec::kZeroRegister);
    EXPECT_TRUE(std::ranges::equal(warp.registers[plan.destination[r]], handed.before.row[r])) << "result " << r;
  }
  if (drawn.sourcePredicate != spec::kTruePredicate) {
    ASSERT_NE(plan.sourcePredicate, spec::kTruePredicate);
    EXPECT_EQ(warp.predicates[plan.sourcePredicate] ^ (plan.sourcePredicateNegated ? ~0u : 0u),
              handed.operands.predicate);
  }
  if (drawn.destinationPredicate != spec::kTruePredicate) {
    ASSERT_NE(plan.destinationPredicate, spec::kTruePredicate);
    EXPECT_EQ(warp.predicates[plan.destinationPredicate], handed.before.predicate);
  }
}

TEST(WholeCase, HandsItsDatapathTheWordsOfTheWitness_MACH_2) {
  std::mt19937 random(1); // its numbers are the same everywhere
  for (const Readings& readings : allReadings()) {
    const WrittenDown& instruction = readings.writtenDown;
    for (unsigned i = 0; i < kForms; ++i) {
      const spec::Form form = drawnForm(instruction.mnemonic, random);
      SCOPED_TRACE(spec::print({{}, form, {}}));
      const HandedWords handed = drawnWords(form, random);
      const Assignment modifiers = instruction.modifiers(form);
      const auto c = caseOf(instruction, modifiers, handed);
      ASSERT_TRUE(c.has_value());
      ASSERT_TRUE(isLegal(c->instruction.form));
      EXPECT_EQ(instruction.modifiers(c->instruction.form), modifiers);
      EXPECT_EQ(c->warp.active, handed.operands.exec);
      expectHanded(instruction.plan(form, handed.choices), instruction.plan(c->instruction.form, handed.choices),
                   handed, c->warp);
      const auto read = spec::caseFromJson(spec::toJson(*c));
      ASSERT_TRUE(read.has_value());
      EXPECT_EQ(*read, *c);
    }
  }
}

TEST(WholeCase, NoFormHasIllegalModifiers) {
  std::mt19937 random(1);
  for (const Readings& readings : allReadings()) {
    const WrittenDown& instruction = readings.writtenDown;
    const spec::Form form = spec::families(instruction.mnemonic).front().form;
    Assignment modifiers = instruction.modifiers(form);
    for (auto& [name, value] : modifiers)
      value = 0xffffffff;
    EXPECT_EQ(caseOf(instruction, modifiers, drawnWords(form, random)).has_value(), modifiers.empty())
        << spec::textOf(instruction.mnemonic);
  }
}

} // namespace whole_case_test
} // namespace warplaw::proofs
