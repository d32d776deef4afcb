// Text in and out: the published example lines, operand kinds, aliases, canonical printing, round trips.
#include "arbitrary.h"
#include "spec/instructions/atoms.h"
#include "spec/instructions/shfl.h"
#include "texts.h"
#include <rapidcheck/gtest.h>
#include <set>

namespace warplaw::spec {
namespace {

using tests::canonical;
using tests::expectRejected;

struct TextPair {
  std::string_view text, canonical;
};

/// Every published SHFL line, with R1 for the value and R2 for what arrives.
constexpr TextPair kShflLines[] = {
    {"    SHFL.UP     P1, R2, R1, 1,  0", "SHFL.UP P1, R2, R1, 1, 0;"},
    {"    SHFL.UP     P1, R2, R1, 2,  0", "SHFL.UP P1, R2, R1, 2, 0;"},
    {"    SHFL.UP     P1, R2, R1, 4,  0", "SHFL.UP P1, R2, R1, 4, 0;"},
    {"    SHFL.UP     P1, R2, R1, 8,  0", "SHFL.UP P1, R2, R1, 8, 0;"},
    {"    SHFL.UP     P1, R2, R1, 16, 0", "SHFL.UP P1, R2, R1, 16, 0;"},
    {"    SHFL.UP     P1, R1, R1, 1, 0", "SHFL.UP P1, R1, R1, 1, 0;"},
    {"    SHFL.DOWN   P1, R2, R1, 1,  31", "SHFL.DOWN P1, R2, R1, 1, 31;"},
    {"    SHFL.DOWN   P1, R2, R1, 2,  31", "SHFL.DOWN P1, R2, R1, 2, 31;"},
    {"    SHFL.DOWN   P1, R2, R1, 4,  31", "SHFL.DOWN P1, R2, R1, 4, 31;"},
    {"    SHFL.DOWN   P1, R2, R1, 8,  31", "SHFL.DOWN P1, R2, R1, 8, 31;"},
    {"    SHFL.DOWN   P1, R2, R1, 16, 31", "SHFL.DOWN P1, R2, R1, 16, 31;"},
    {"    SHFL.BFLY   __, R2, R1, 16,  31   // unused Pu", "SHFL.BFLY PT, R2, R1, 16, 31;"},
    {"    SHFL.BFLY   __, R2, R1, 8,   31", "SHFL.BFLY PT, R2, R1, 8, 31;"},
    {"    SHFL.BFLY   __, R2, R1, 4,   31", "SHFL.BFLY PT, R2, R1, 4, 31;"},
    {"    SHFL.BFLY   __, R2, R1, 2,   31", "SHFL.BFLY PT, R2, R1, 2, 31;"},
    {"    SHFL.BFLY   __, R2, R1, 1,   31", "SHFL.BFLY PT, R2, R1, 1, 31;"},
    {"    SHFL.IDX   PT, R2, R1, 0,  0x1C03;  // quad", "SHFL.IDX PT, R2, R1, 0, 0x1c03;"},
    {"    SHFL.IDX   PT, R2, R1, 1,  0x1C03;  // quad", "SHFL.IDX PT, R2, R1, 1, 0x1c03;"},
    {"    SHFL.IDX   PT, R2, R1, 2,  0x1C03;  // quad", "SHFL.IDX PT, R2, R1, 2, 0x1c03;"},
    {"    SHFL.IDX   PT, R2, R1, 3,  0x1C03;  // quad", "SHFL.IDX PT, R2, R1, 3, 0x1c03;"},
    {"    SHFL.BFLY  PT, R2, R1, 1,  0x1C03;  // quad", "SHFL.BFLY PT, R2, R1, 1, 0x1c03;"},
    {"    SHFL.BFLY  PT, R2, R1, 2,  0x1C03;  // quad", "SHFL.BFLY PT, R2, R1, 2, 0x1c03;"},
};

/// Every published ATOMS line but the one that breaks ATOMS-8 (tested in legality_test.cpp).
constexpr TextPair kAtomsLines[] = {
    {"ATOMS.ADD.S32 R0, [R1 - 400], R9;", "ATOMS.ADD.S32 R0, [R1 - 0x190], R9;"},
    {"ATOMS.MIN.U32 R0, [R4 + 8], R2;", "ATOMS.MIN.U32 R0, [R4 + 0x8], R2;"},
    {"ATOMS.ADD.U32 R9, [0x10], R8; # absolute", "ATOMS.ADD.U32 R9, [0x10], R8;"},
    {"ATOMS.CAS.U64 R0, [R4 + 8], R4, R6; # aligned", "ATOMS.CAS.U64 R0, [R4 + 0x8], R4, R6;"},
};

TEST(Text, PublishedExampleLinesOfShfl_SHFL_9) {
  for (const auto& line : kShflLines)
    EXPECT_EQ(canonical(line.text), line.canonical);
}

TEST(Text, PublishedExampleLinesOfAtoms_ATOMS_8) {
  for (const auto& line : kAtomsLines)
    EXPECT_EQ(canonical(line.text), line.canonical);
}

TEST(Text, GuardsAndTruePredicate_MACH_1) {
  EXPECT_EQ(canonical("@P0 SHFL.UP PT,R2,R1,1,0"), "@P0 SHFL.UP PT, R2, R1, 1, 0;");
  EXPECT_EQ(canonical("@!P6 SHFL.UP PT,R2,R1,1,0"), "@!P6 SHFL.UP PT, R2, R1, 1, 0;");
  EXPECT_EQ(canonical("@PT SHFL.UP PT,R2,R1,1,0"), "SHFL.UP PT, R2, R1, 1, 0;");
  EXPECT_EQ(canonical("@!PT SHFL.UP PT,R2,R1,1,0"), "@!PT SHFL.UP PT, R2, R1, 1, 0;");
}

TEST(Text, RegistersUpTo254AndRz_MACH_3) {
  auto instruction = parse("SHFL.IDX P6, R254, RZ, R0, RZ");
  ASSERT_TRUE(instruction);
  const ShflForm expected{ShflMode::Idx, {6}, {254}, {255}, {false, 0}, {false, 255}};
  EXPECT_EQ(instruction->form.as<ShflForm>(), expected);
}

TEST(Text, ImmediatesOfShflAtBothEnds_SHFL_9) {
  EXPECT_EQ(canonical("SHFL.UP P1, R2, R1, 0x0, 0"), "SHFL.UP P1, R2, R1, 0, 0;");
  EXPECT_EQ(canonical("SHFL.UP P1, R2, R1, 0x1F, 8191"), "SHFL.UP P1, R2, R1, 31, 0x1fff;");
}

TEST(Text, SizesAndTheirAliases_ATOMS_1) {
  EXPECT_EQ(canonical("ATOMS.ADD R0, [R1], R2"), "ATOMS.ADD.U32 R0, [R1], R2;");
  EXPECT_EQ(canonical("ATOMS.ADD.32 R0, [R1], R2"), "ATOMS.ADD.U32 R0, [R1], R2;");
  EXPECT_EQ(canonical("ATOMS.EXCH.64 R0, [R1], R2"), "ATOMS.EXCH.U64 R0, [R1], R2;");
  EXPECT_EQ(canonical("ATOMS.CAST.SPIN R0, [R1], R2, R3"), "ATOMS.CAST.SPIN.U32 R0, [R1], R2, R3;");
  EXPECT_EQ(canonical("ATOMS.CAST.SPIN.64 R0, [R1], R4, RZ"), "ATOMS.CAST.SPIN.U64 R0, [R1], R4, RZ;");
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

TEST(Text, AddressesPrintAsTheirBitsAreExtended_ATOMS_2) {
  EXPECT_EQ(canonical("ATOMS.ADD R0, [RZ-4], R2"), "ATOMS.ADD.U32 R0, [RZ + 0xfffffc], R2;");
  EXPECT_EQ(canonical("ATOMS.ADD R0, [R1-4], R2"), "ATOMS.ADD.U32 R0, [R1 - 0x4], R2;");
  EXPECT_EQ(canonical("ATOMS.ADD R0, [R1 - 0], R2"), "ATOMS.ADD.U32 R0, [R1], R2;");
  EXPECT_EQ(canonical("ATOMS.ADD R0, [0], R2"), "ATOMS.ADD.U32 R0, [0x0], R2;");
}

TEST(Text, OmittedSwapIsRzWhereTheOperationHasNone_ATOMS_8) {
  EXPECT_TRUE(atoms("ATOMS.ADD R0, [R1], R2").rc.isZero());
}

TEST(Text, ControlSuffixesAreKept_MACH_6) {
  EXPECT_EQ(canonical("SHFL.UP P1, R2, R1, 1, 0 &req_6 &rd0 &wr7 ?WAIT5_END ;"),
            "SHFL.UP P1, R2, R1, 1, 0 &req_6 &rd0 &wr7 ?WAIT5_END;");
  EXPECT_EQ(canonical("SHFL.UP P1, R2, R1, 1, 0 ?t &wr1 &req_63"), "SHFL.UP P1, R2, R1, 1, 0 &req_63 &wr1 ?t;");
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

TEST(Text, HeadsInLowerCase) {
  EXPECT_EQ(canonical("@!P1 vote.all R1, P0, P1;"), "@!P1 VOTE.ALL R1, P0, P1;");
  EXPECT_EQ(canonical("Shfl.Up P1, R2, R1, 1, 0 &req_6 ?t"), "SHFL.UP P1, R2, R1, 1, 0 &req_6 ?t;");
  expectRejected("vote.all R1, P0, ^P9", "MACH-3", "P0..P6 or PT"); // what stands behind it is said of the instruction
  EXPECT_EQ(canonical("vote.all r1, p0, P1"), "VOTE.ALL R1, P0, P1;");
  expectRejected("vote.all ^x1, P0, P1", "MACH-3", "R0..R254 or RZ");
  expectRejected("^vote.ballot.sync R1, P0", "syntax", "VOTE or vote.sync"); // PTX is meant
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

} // namespace
} // namespace warplaw::spec
