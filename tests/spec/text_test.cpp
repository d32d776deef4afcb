// What words of texts mean as fields, and round trips of any instruction. Texts: instructions.rows.
#include "arbitrary.h"
#include "spec/instructions/atoms.h"
#include "spec/instructions/shfl.h"
#include "texts.h"
#include <rapidcheck/gtest.h>
#include <set>

namespace warplaw::spec {
namespace text_test {

using tests::canonical;

TEST(Text, RegistersUpTo254AndRz_MACH_3) {
  auto instruction = parse("SHFL.IDX P6, R254, RZ, R0, RZ");
  ASSERT_TRUE(instruction);
  const ShflForm expected{ShflMode::Idx, {6}, {254}, {255}, {false, 0}, {false, 255}};
  EXPECT_EQ(instruction->form.as<ShflForm>(), expected);
}

AtomsForm atoms(std::string_view text) {
  auto instruction = parse(text);
  EXPECT_TRUE(instruction) << text;
  return instruction ? instruction->form.as<AtomsForm>() : AtomsForm{};
}

TEST(Text, AddressesKeepRawBits_ATOMS_3) {
  EXPECT_EQ(atoms("ATOMS.ADD R0, [RZ-4], R2").address.offset, 0x00FFFFFCu);
  EXPECT_EQ(atoms("ATOMS.ADD R0, [RZ-4], R2"), atoms("ATOMS.ADD R0, [RZ + 0xFFFFFC], R2"));
  EXPECT_EQ(atoms("ATOMS.ADD R0, [R1 - 8388608], R2").address.offset, 0x800000u);
  EXPECT_EQ(atoms("ATOMS.ADD R0, [R1 + 0x7FFFFC], R2").address.offset, 0x7FFFFCu);
  EXPECT_EQ(atoms("ATOMS.ADD R0, [R1 + -4], R2").address.offset, 0xFFFFFCu);
  EXPECT_EQ(atoms("ATOMS.ADD R0, [RZ - 0x800000], R2").address.offset, 0x800000u);
  EXPECT_EQ(atoms("ATOMS.ADD R0, [16777212], R2").address.offset, 0xFFFFFCu);
  EXPECT_FALSE(atoms("ATOMS.ADD R0, [0], R2").address.hasBase);
  EXPECT_TRUE(atoms("ATOMS.ADD R0, [0], R2").address.base.isZero());
  EXPECT_TRUE(atoms("ATOMS.ADD R0, [RZ], R2").address.hasBase);
}

TEST(Text, OmittedSwapIsRzWhereTheOperationHasNone_ATOMS_8) {
  EXPECT_TRUE(atoms("ATOMS.ADD R0, [R1], R2").rc.isZero());
}

TEST(Text, BlanksLinesAndComments) {
  EXPECT_EQ(canonical("// first\n# second\n @ ! P3\tSHFL.UP\r\nP1 ,R2,R1 // value\n,1,0 ; // end"),
            "@!P3 SHFL.UP P1, R2, R1, 1, 0;");
}

TEST(Text, EveryFamilysFormIsLegalAndParsesBack) {
  for (const Mnemonic mnemonic : allMnemonics()) {
    std::size_t forms = 0;
    std::set<std::string> beginnings;
    const auto mnemonics = rowOf(mnemonic).mnemonics;
    for (const FormFamily& family : families(mnemonic)) {
      const Instruction instruction{{}, family.form, {}};
      EXPECT_TRUE(check(instruction)) << family.name;
      const std::string name = nameOf(family.form);
      EXPECT_EQ(name.substr(0, family.count == 1 ? std::string::npos : name.find('.')), family.name);
      auto back = parse(print(instruction));
      ASSERT_TRUE(back) << family.name;
      EXPECT_EQ(*back, instruction);
      EXPECT_EQ(instruction.mnemonic(), mnemonic);
      forms += family.count;
      for (const std::string_view word : mnemonics)
        if ((name + ".").starts_with(std::string(word) + "."))
          beginnings.emplace(word);
    }
    EXPECT_GE(forms, 1u);
    EXPECT_EQ(beginnings, std::set<std::string>(mnemonics.begin(), mnemonics.end()));
  }
}

RC_GTEST_PROP(TextProperty, ParseOfPrintIsTheSameInstruction, ()) {
  for (int k = 0; k < 100; ++k) {
    const Instruction instruction = tests::anyInstruction();
    RC_ASSERT(check(instruction).has_value());
    auto back = parse(print(instruction));
    RC_ASSERT(back.has_value());
    RC_ASSERT(*back == instruction);
  }
}

/// Its mnemonic and modifiers in lower case: of each letter, or of every second one.
std::string lowered(std::string text, unsigned every) {
  const std::size_t begin = text.front() == '@' ? text.find(' ') + 1 : 0;
  for (std::size_t at = begin, end = std::min(text.find(' ', begin), text.size()); at < end; at += every)
    text[at] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
  return text;
}

RC_GTEST_PROP(TextProperty, TheHeadMayBeInAnyCase, ()) {
  for (int k = 0; k < 100; ++k) {
    const Instruction instruction = tests::anyInstruction();
    if (rowOf(instruction.mnemonic()).isPtx)
      continue;
    for (const unsigned every : {1, 2}) {
      const std::string text = lowered(print(instruction), every);
      auto back = parse(text);
      if (!back)
        RC_FAIL(describe(back.error(), text));
      RC_ASSERT(*back == instruction);
    }
  }
}

RC_GTEST_PROP(TextProperty, PrintIsStable, ()) {
  const std::string once = print(tests::anyInstruction());
  RC_ASSERT(canonical(once) == once);
}

/// Blanks and comments where they may stand do not matter.
RC_GTEST_PROP(TextProperty, LooseTextPrintsTheSame, ()) {
  const std::string text = print(tests::anyInstruction());
  std::string loose;
  for (const char c : text) {
    const bool separates = c == ',' || c == '[' || c == ']' || c == ';';
    const std::string gap = tests::coin() ? " \t" : " // note, [R1];\n";
    loose += separates ? gap + c + gap : std::string(1, c);
  }
  RC_ASSERT(canonical(loose) == text);
}

} // namespace text_test
} // namespace warplaw::spec
