// What is rejected that is no text, by which rule. Texts: instructions.rows.
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
namespace legality_test {

using tests::expectRejected;

TEST(Rejected, UnknownMnemonic) {
  std::string known;
  for (const Mnemonic mnemonic : allMnemonics()) {
    const auto words = rowOf(mnemonic).mnemonics;
    known += (known.empty() ? "" : ", ") + std::string(words.front()) + (words.size() > 1 ? ".." : "");
  }
  expectRejected("@P1 ^NOSUCH R1, R2, R1", "syntax", known);
  expectRejected("^NOSUCH R1, R1, 0, P1 // comment", "syntax", known);
  expectRejected("^", "syntax", known);
  expectRejected("  // nothing^", "syntax", known);
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

} // namespace legality_test
} // namespace warplaw::spec
