// What is rejected: every rejection names its rule, its place and what would be accepted.
#include "arbitrary.h"
#include "spec/instruction.h"
#include "spec/instructions/atoms.h"
#include "spec/instructions/shfl.h"
#include "spec/row.h"
#include "spec/rules.h"
#include "texts.h"
#include <rapidcheck/gtest.h>
#include <set>

namespace warplaw::spec {
namespace {

using tests::expectRejected;

constexpr std::string_view kRegisterText = "R0..R254 or RZ";
constexpr std::string_view kModes = ".IDX, .UP, .DOWN or .BFLY";

TEST(Rejected, UnknownMnemonic) {
  std::string known;
  for (const Mnemonic mnemonic : allMnemonics()) {
    const auto words = rowOf(mnemonic).mnemonics;
    known += (known.empty() ? "" : ", ") + std::string(words.front()) + (words.size() > 1 ? ".." : "");
  }
  expectRejected("@P1 ^NOSUCH R1, R2, R1", "syntax", known);
  expectRejected("^NOSUCH R1, R1, 0, P1 // comment", "syntax", known);
  expectRejected("^shfl.UP.X P1, R2, R1, 1, 0", "syntax", "SHFL or shfl.sync"); // PTX's may be meant
  expectRejected("^sel.X R1, R2, R3, P1", "syntax", "SEL"); // in lower case it may be read; with that modifier not
  expectRejected("^", "syntax", known);
  expectRejected("  // nothing^", "syntax", known);
  expectRejected("SHFL.^ P1, R2, R1, 1, 0", "syntax", "a modifier such as .U32");
}

TEST(Rejected, GuardThatIsNoPredicate_MACH_3) {
  expectRejected("@^P7 SHFL.UP P1, R2, R1, 1, 0", "MACH-3", "P0..P6 or PT");
  expectRejected("@^__ SHFL.UP P1, R2, R1, 1, 0", "MACH-3", "P0..P6 or PT");
  expectRejected("@! ^SHFL.UP P1, R2, R1, 1, 0", "MACH-3", "P0..P6 or PT");
}

TEST(Rejected, RegisterThatDoesNotExist_MACH_3) {
  expectRejected("SHFL.UP P1, ^R255, R1, 1, 0", "MACH-3", kRegisterText);
  expectRejected("SHFL.UP P1, ^R256, R1, 1, 0", "MACH-3", kRegisterText);
  expectRejected("SHFL.UP P1, ^R01, R1, 1, 0", "MACH-3", kRegisterText);
  expectRejected("SHFL.UP P1, ^Rx, R1, 1, 0", "MACH-3", kRegisterText);
  expectRejected("SHFL.UP P1, R2, ^5, 1, 0", "MACH-3", kRegisterText);
  expectRejected("SHFL.UP P1, R2, ^-R1, 1, 0", "MACH-3", kRegisterText);
  expectRejected("SHFL.UP ^R1, R2, R1, 1, 0", "MACH-3", "P0..P6, PT or __");
  expectRejected("SHFL.UP ^P8, R2, R1, 1, 0", "MACH-3", "P0..P6, PT or __");
}

TEST(Rejected, ModeMissingOrUnknown_SHFL_9) {
  expectRejected("SHFL^ P1, R2, R1, 1, 0", "SHFL-9", kModes);
  expectRejected("SHFL.^XOR P1, R2, R1, 1, 0", "SHFL-9", kModes);
  expectRejected("SHFL.UP.^DOWN P1, R2, R1, 1, 0", "SHFL-9", "one mode and nothing else");
}

TEST(Rejected, ImmediatesOutOfRange_SHFL_9) {
  expectRejected("SHFL.UP P1, R2, R1, ^32, 0", "SHFL-9", "0..31");
  expectRejected("SHFL.UP P1, R2, R1, ^-1, 0", "SHFL-9", "0..31");
  expectRejected("SHFL.UP P1, R2, R1, 1, ^0x2000", "SHFL-9", "0..8191");
  expectRejected("SHFL.UP P1, R2, R1, 1, ^99999999999999999999999999", "SHFL-9", "0..8191");
  expectRejected("SHFL.UP P1, R2, R1, ^P1, 0", "SHFL-9", "R0..R254, RZ or 0..31");
  expectRejected("SHFL.UP P1, R2, R1, ^010, 0", "syntax",
                 "a decimal number without leading zeros, or a hexadecimal one with 0x");
}

TEST(Rejected, OperandsMissingOrLeft) {
  expectRejected("SHFL.UP P1^", "syntax", "`,`");
  expectRejected("SHFL.UP P1, R2, R1, 1^", "syntax", "`,`");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 ^, R3", "syntax", "`;`, a control suffix or the end of the text");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0; ^SHFL.UP", "syntax", "the end of the text: one instruction at a time");
  expectRejected("ATOMS.ADD R0, ^R1, R2", "syntax", "`[`");
  expectRejected("ATOMS.ADD R0, [R1 ^* 4], R2", "syntax", "`+`, `-` or `]`");
  expectRejected("ATOMS.ADD R0, [R1 + 4^, R2", "syntax", "`]`");
  expectRejected("ATOMS.ADD R0, [R1 - ^-4], R2", "syntax", "one");
  expectRejected("ATOMS.ADD R0, [^], R2", "syntax", "R0..R254, RZ or a number");
}

TEST(Rejected, ControlSuffixes_MACH_6) {
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 &^req_64", "MACH-6", "&req_0..&req_63");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 &^rd8", "MACH-6", "&rd0..&rd7");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 &^wr", "MACH-6", "&wr0..&wr7");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 &wr1 &^wr2", "MACH-6", "one of a kind");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 &^stall4", "MACH-6", "&req_0..&req_63, &rd0..&rd7, &wr0..&wr7");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 ?^", "MACH-6", "at most 64 letters, digits and _");
  expectRejected("SHFL.UP P1, R2, R1, 1, 0 ?a ^?b", "MACH-6", "one");
}

TEST(Rejected, PairsOutsideTheTable_ATOMS_1) {
  expectRejected("ATOMS.ADD.^U64 R0, [R2], R4", "ATOMS-1", ".U32 or .S32");
  expectRejected("ATOMS.INC.^S32 R0, [R2], R4", "ATOMS-1", ".U32");
  expectRejected("ATOMS.DEC.^64 R0, [R2], R4", "ATOMS-1", ".U32");
  expectRejected("ATOMS.CAS.^F32 R0, [R2], R4, R5", "ATOMS-1", ".U32, .S32 or .U64");
  expectRejected("ATOMS.ADD.^SPIN R0, [R2], R4", "ATOMS-1", ".U32 or .S32");
  expectRejected("ATOMS.CAST.U32.^SPIN R0, [R2], R4, R5", "ATOMS-1", "one op, one size and nothing else");
  expectRejected("ATOMS^ R0, [R2], R4", "ATOMS-1",
                 ".ADD, .MIN, .MAX, .INC, .DEC, .AND, .OR, .XOR, .EXCH, .CAS, .CAST or .CAST.SPIN");
  expectRejected("ATOMS.^SUB R0, [R2], R4", "ATOMS-1",
                 ".ADD, .MIN, .MAX, .INC, .DEC, .AND, .OR, .XOR, .EXCH, .CAS, .CAST or .CAST.SPIN");
}

/// The 36 pairs of operation and size (SPIN counted with its own), against the table in words.
TEST(Rejected, ExactlyTheTableOfPairs_ATOMS_1) {
  const auto legal = [](std::string_view op, std::string_view size) {
    if (op == "INC" || op == "DEC")
      return size == "U32";
    if (op == "EXCH" || op.starts_with("CAS"))
      return true;
    return size != "U64";
  };
  for (const std::string op :
       {"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", "CAS", "CAST", "CAST.SPIN"})
    for (const std::string size : {"U32", "S32", "U64"}) {
      const std::string swap = !op.starts_with("CAS") ? "" : size == "U64" ? ", R6" : ", R5";
      const std::string text = "ATOMS." + op + "." + size + " R0, [R2], R4" + swap;
      EXPECT_EQ(parse(text).has_value(), legal(op, size)) << text;
    }
}

TEST(Rejected, OffsetsOutOfRangeOrOdd_ATOMS_3) {
  const std::string_view based = "multiples of 4, -8388608..8388604";
  const std::string_view zero = "multiples of 4, -8388608..16777212";
  const std::string_view absolute = "multiples of 4, 0..16777212";
  expectRejected("ATOMS.ADD R0, [R1 + ^0x800000], R2", "ATOMS-3", based);
  expectRejected("ATOMS.ADD R0, [R1 ^- 0x800004], R2", "ATOMS-3", based);
  expectRejected("ATOMS.ADD R0, [RZ + ^0x1000000], R2", "ATOMS-3", zero);
  expectRejected("ATOMS.ADD R0, [RZ ^- 0x800004], R2", "ATOMS-3", zero);
  expectRejected("ATOMS.ADD R0, [^0x1000000], R2", "ATOMS-3", absolute);
  expectRejected("ATOMS.ADD R0, [^-4], R2", "ATOMS-3", absolute);
  expectRejected("ATOMS.ADD R0, [^2], R2", "ATOMS-3", "a multiple of 4");
  expectRejected("ATOMS.ADD R0, [R1 + ^1], R2", "ATOMS-3", "a multiple of 4");
  expectRejected("ATOMS.EXCH.64 R0, [R1 ^- 3], R2", "ATOMS-3", "a multiple of 4");
}

TEST(Rejected, SixtyFourBitPairs_MACH_3) {
  const std::string_view pairs = "an even register, R0..R252, or RZ";
  expectRejected("ATOMS.EXCH.U64 ^R1, [R2], R4", "MACH-3", pairs);
  expectRejected("ATOMS.EXCH.U64 ^R254, [R2], R4", "MACH-3", pairs);
  expectRejected("ATOMS.EXCH.U64 R0, [R2], ^R5", "MACH-3", pairs);
  expectRejected("ATOMS.EXCH.U64 R0, [R2], ^R254", "MACH-3", pairs);
  expectRejected("ATOMS.CAS.U64 ^R7, [R2], R4, R6", "MACH-3", pairs);
  EXPECT_TRUE(parse("ATOMS.EXCH.U64 R252, [R3], R252"));
  EXPECT_TRUE(parse("ATOMS.EXCH.U64 RZ, [R3], RZ"));
}

TEST(Rejected, SwapThatDoesNotFollow_ATOMS_8) {
  expectRejected("ATOMS.CAST.SPIN.U32 R0, [R4 + 0x18], R4, ^R6;", "ATOMS-8", "R5 or RZ"); // published as an example
  expectRejected("ATOMS.CAS R0, [R2], ^R5, R6", "ATOMS-8", "an even register, R0..R254");
  expectRejected("ATOMS.CAS R0, [R2], ^RZ, R1", "ATOMS-8", "an even register, R0..R254");
  expectRejected("ATOMS.CAS R0, [R2], ^RZ, RZ", "ATOMS-8", "an even register, R0..R254");
  expectRejected("ATOMS.CAS.U64 R0, [R2], ^R6, R8", "ATOMS-8", "R0, R4, .. R252");
  expectRejected("ATOMS.CAS.U64 R0, [R2], R4, ^R5", "ATOMS-8", "R6 or RZ");
  expectRejected("ATOMS.CAS.U64 R0, [R2], R252, ^R254", "ATOMS-8", "RZ");
  expectRejected("ATOMS.CAS R0, [R2], R254, ^R253", "ATOMS-8", "RZ");
  expectRejected("ATOMS.CAS R0, [R2], R4 ^;", "syntax", "`,`");
  expectRejected("ATOMS.ADD R0, [R2], R4^, RZ", "ATOMS-8", "the end of the operands");
  EXPECT_TRUE(parse("ATOMS.CAS.U64 R0, [R2], R252, RZ"));
  EXPECT_TRUE(parse("ATOMS.CAS.U32 R0, [R2], R254, RZ"));
}

TEST(Rejected, CastFlagMayBeOneRegister_ATOMS_9) {
  auto odd = parse("ATOMS.CAST.U64 R7, [R2], R4, R6");
  ASSERT_TRUE(odd);
  AtomsChoices choices;
  EXPECT_TRUE(check(Choices(choices), odd->form));
  choices.castPair = 1;
  auto illegal = check(Choices(choices), odd->form);
  ASSERT_FALSE(illegal);
  EXPECT_EQ(illegal.error().rule, "ATOMS-9");
  EXPECT_TRUE(check(Choices(choices), parse("ATOMS.CAST.U64 R8, [R2], R4, R6")->form));
  EXPECT_TRUE(check(Choices(choices), parse("ATOMS.CAST.U32 R7, [R2], R4, R5")->form));
}

TEST(Rejected, AtomsOutsideComputeShaders_ATOMS_11) {
  const auto atoms = parse("ATOMS.ADD R0, [R2], R4");
  const auto shfl = parse("SHFL.UP P1, R2, R1, 1, 0");
  for (unsigned k = 0; k < 6; ++k) {
    const auto shader = static_cast<ShaderKind>(k);
    const auto legal = checkShader(*atoms, shader);
    EXPECT_EQ(legal.has_value(), shader == ShaderKind::Compute);
    if (!legal)
      EXPECT_EQ(legal.error().rule, "ATOMS-11");
    EXPECT_TRUE(checkShader(*shfl, shader));
  }
}

// ---- fields that did not come from text

std::string ruleOf(const Instruction& instruction) {
  auto legal = check(instruction);
  return legal ? "" : legal.error().rule;
}

TEST(RejectedFields, ByTheSameRules) {
  const Instruction shfl = *parse("SHFL.UP P1, R2, R1, 1, 0");
  Instruction bad = shfl;
  bad.guard.predicate.index = 8;
  EXPECT_EQ(ruleOf(bad), "MACH-3");
  bad = shfl;
  bad.form.as<ShflForm>().mode = static_cast<ShflMode>(4);
  EXPECT_EQ(ruleOf(bad), "SHFL-9");
  bad = shfl;
  bad.form.as<ShflForm>().pu.index = 8;
  EXPECT_EQ(ruleOf(bad), "MACH-3");
  bad = shfl;
  bad.form.as<ShflForm>().sb = {true, 32};
  EXPECT_EQ(ruleOf(bad), "SHFL-9");
  bad = shfl;
  bad.form.as<ShflForm>().sc = {false, 256};
  EXPECT_EQ(ruleOf(bad), "SHFL-9");
  bad = shfl;
  bad.suffixes.waitMask = 64;
  EXPECT_EQ(ruleOf(bad), "MACH-6");
  bad = shfl;
  bad.suffixes.schedule = "two words";
  EXPECT_EQ(ruleOf(bad), "MACH-6");
}

TEST(RejectedFields, OfAtomsByTheSameRules) {
  const Instruction atoms = *parse("ATOMS.CAS.U64 R0, [R2], R4, R6");
  const auto with = [&](auto change) {
    Instruction bad = atoms;
    change(bad.form.as<AtomsForm>());
    return ruleOf(bad);
  };
  EXPECT_EQ(with([](AtomsForm&) {}), "");
  EXPECT_EQ(with([](AtomsForm& f) { f.op = static_cast<AtomsOp>(12); }), "ATOMS-1");
  EXPECT_EQ(with([](AtomsForm& f) { f.size = static_cast<AtomsSize>(3); }), "ATOMS-1");
  EXPECT_EQ(with([](AtomsForm& f) { f.op = AtomsOp::Add; }), "ATOMS-1");
  EXPECT_EQ(with([](AtomsForm& f) { f.op = AtomsOp::Exch; }), "ATOMS-8");
  EXPECT_EQ(with([](AtomsForm& f) { f.address.offset = 1u << 24; }), "ATOMS-3");
  EXPECT_EQ(with([](AtomsForm& f) { f.address.offset = 6; }), "ATOMS-3");
  EXPECT_EQ(with([](AtomsForm& f) { f.address.hasBase = false; }), "ATOMS-2");
  EXPECT_EQ(with([](AtomsForm& f) { f.rd.index = 3; }), "MACH-3");
  EXPECT_EQ(with([](AtomsForm& f) { f.rb.index = 6; }), "ATOMS-8");
  EXPECT_EQ(with([](AtomsForm& f) { f.rc.index = 8; }), "ATOMS-8");
}

/// Whatever the fields are, they are legal exactly if their text is read back as the same fields.
RC_GTEST_PROP(RejectedFieldsProperty, LegalExactlyIfTheTextReadsBack, ()) {
  tests::Values values = tests::anyValues();
  for (const Mnemonic mnemonic : allMnemonics())
    for (int k = 0; k < 50; ++k) {
      const Instruction instruction{{}, tests::anyFields(mnemonic, values), {}};
      auto back = parse(print(instruction));
      RC_ASSERT(check(instruction).has_value() == (back.has_value() && *back == instruction));
    }
}

TEST(Rules, EachStandsOnce) {
  std::set<std::string_view> names;
  for (const Rule& rule : rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    EXPECT_FALSE(rule.statement.empty()) << rule.name;
    EXPECT_EQ(findRule(rule.name), &rule);
  }
  EXPECT_EQ(findRule("SHFL-14"), nullptr);
  EXPECT_TRUE(findRule("SHFL-4")->disputed);
  EXPECT_FALSE(findRule("SHFL-3")->disputed);
}

TEST(Rules, EveryFieldsRuleStands) {
  const CellMap visit = [](const CellPlace& place, std::uint64_t value) {
    EXPECT_NE(findRule(place.about.rule), nullptr) << place.name;
    return value;
  };
  for (const Mnemonic mnemonic : allMnemonics()) {
    const InstructionRow& row = rowOf(mnemonic);
    row.mapForm(row.defaultForm(), visit);
    row.mapChoices(row.defaultChoices(), visit);
  }
}

} // namespace
} // namespace warplaw::spec
