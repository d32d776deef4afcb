// Choices: defaults are legal, illegal ones are rejected by rule (SHFL-7, ATOMS-5, -8, -9, -10).
#include "arbitrary.h"
#include "spec/instructions/atoms.h"
#include "spec/instructions/shfl.h"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace warplaw::spec {
namespace choices_test {

const Form kAtoms = AtomsForm{};

std::string ruleOf(const AtomsChoices& choices) {
  auto legal = check(Choices(choices), kAtoms);
  return legal ? "" : legal.error().rule;
}

TEST(Choices, DefaultsAreLegalAndInLaneOrder_ATOMS_5) {
  for (const Mnemonic mnemonic : allMnemonics())
    for (const FormFamily& family : families(mnemonic)) {
      const Choices choices = defaultChoices(family.form);
      EXPECT_EQ(choices.mnemonic(), mnemonic);
      EXPECT_TRUE(check(choices, family.form)) << family.name;
    }
  const auto atoms = defaultChoices(kAtoms).as<AtomsChoices>();
  for (unsigned k = 0; k < kLanes; ++k)
    EXPECT_EQ(atoms.order[k], k);
  EXPECT_EQ(defaultChoices(Form(ShflForm{})).as<ShflChoices>(), ShflChoices{});
}

TEST(Choices, OrderIsAPermutation_ATOMS_5) {
  AtomsChoices choices;
  std::swap(choices.order[0], choices.order[31]);
  EXPECT_EQ(ruleOf(choices), "");
  choices.order[5] = choices.order[6];
  EXPECT_EQ(ruleOf(choices), "ATOMS-5");
  choices.order[5] = 32;
  EXPECT_EQ(ruleOf(choices), "ATOMS-5");
}

TEST(Choices, FlagsAndBanksHaveTheirRange) {
  AtomsChoices choices;
  choices.impliedSwap = 2;
  EXPECT_EQ(ruleOf(choices), "ATOMS-8");
  choices = {};
  choices.castPair = 2;
  EXPECT_EQ(ruleOf(choices), "ATOMS-9");
  choices = {};
  choices.bank64IsDefault = 0;
  choices.bank64[9] = 32;
  EXPECT_EQ(ruleOf(choices), "ATOMS-10");
  choices.bank64[9] = 31;
  EXPECT_EQ(ruleOf(choices), "");
  choices.bank64IsDefault = 2;
  EXPECT_EQ(ruleOf(choices), "ATOMS-10");
}

TEST(Choices, OfAnotherInstructionAreRejected) {
  auto legal = check(Choices(ShflChoices{}), kAtoms);
  ASSERT_FALSE(legal);
  EXPECT_EQ(legal.error().rule, "case-format");
}

TEST(Choices, UnusedBanksDoNotMatter_ATOMS_10) {
  AtomsChoices a, b;
  a.bank64[3] = 7;
  EXPECT_EQ(a, b);
  a.bank64IsDefault = b.bank64IsDefault = 0;
  EXPECT_NE(a, b);
}

} // namespace choices_test
} // namespace warplaw::spec
