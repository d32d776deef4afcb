// Rows of scalar operations say distinct things: what a form and its modifiers spell is read back as them.
#include "spec/rules.h"
#include "spec/scalar/operation.h"
#include <gtest/gtest.h>
#include <set>

namespace warplaw::spec::scalar {
namespace scalar_rows_test {

TEST(ScalarRows, AreReadBackAsTheyAreSpelled) {
  for (const Form& form : forms())
    for (const Modes modes : form.everyModes()) {
      const auto read = formSpelled(form.opcode(modes));
      ASSERT_TRUE(read) << form.opcode(modes);
      EXPECT_EQ(read->form.symbol(), form.symbol()) << form.opcode(modes);
      EXPECT_EQ(read->modes, modes) << form.opcode(modes);
    }
}

TEST(ScalarRows, HaveSymbolsOfTheirOwn) {
  std::set<std::string> symbols;
  for (const Form& form : forms())
    EXPECT_TRUE(symbols.insert(form.symbol()).second) << form.symbol();
}

TEST(ScalarRows, HaveNoMoreSourcesThanACallHolds) {
  for (const Form& form : forms()) {
    EXPECT_GE(form.sources(), 1U) << form.symbol();
    EXPECT_LE(form.sources(), kMostSources) << form.symbol();
  }
}

TEST(ScalarRows, SayEveryTOfTheirOpcode) {
  const auto spelled = formSpelled("cvt.rni.f64.f64");
  ASSERT_TRUE(spelled);
  EXPECT_EQ(nameOf(spelled->form.source(0, spelled->modes)), "f64");
  EXPECT_EQ(spelled->form.opcode(spelled->modes), "cvt.rni.f64.f64");
}

TEST(ScalarRows, HaveModifiersInAnyOrder) {
  for (const char* opcode : {"div.ftz.rn.f32", "cvt.sat.rni.s32.f32", "prmt.f4e.b32", "add.s32.sat"}) {
    const auto spelled = formSpelled(opcode);
    ASSERT_TRUE(spelled) << opcode;
    EXPECT_NE(spelled->form.opcode(spelled->modes), opcode);
  }
  EXPECT_FALSE(formSpelled("cvt.f32.rni.s32.rni"));
}

TEST(ScalarRows, WithEncodingsComeFirstAndIntegersBeforeFloats) {
  const auto encoded = encodedOperations();
  EXPECT_EQ(encoded.data(), operations().data());
  for (const Operation& operation : operations())
    EXPECT_EQ(operation.hasEncoding, &operation < encoded.data() + encoded.size()) << operation.symbol;
  EXPECT_TRUE(std::ranges::is_sorted(operations(), {}, &Operation::isFloat));
}

TEST(ScalarRows, NameRulesThatThereAre) {
  for (const Operation& operation : operations()) {
    EXPECT_FALSE(operation.rules.empty()) << operation.symbol;
    for (const std::string_view rule : operation.rules)
      EXPECT_TRUE(findRule(rule)) << operation.symbol << " names " << rule << "; rules stand in spec/rules.cpp";
  }
}

TEST(ScalarRows, OfFloatsAreTold) {
  EXPECT_TRUE(formSpelled("add.rz.f32")->form.operation->isFloat);
  EXPECT_FALSE(formSpelled("add.u32")->form.operation->isFloat);
}

} // namespace scalar_rows_test
} // namespace warplaw::spec::scalar
