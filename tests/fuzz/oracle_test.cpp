// The oracle finds what it should: every planted bug by random records, a wrong outcome at the place where it is wrong,
// and nothing in the shipped executors.
#include "fuzz/check.h"
#include "fuzz/planted.h"
#include "tests/fuzz/agreement.h"
#include "tests/fuzz/random_record.h"
#include <cstdlib>
#include <gtest/gtest.h>

namespace warplaw::fuzz {
namespace oracle_test {

TEST(Oracle, ShippedExecutorsAgreeWithTheirEncodings) {
  Oracle oracle;
  Dice dice(1);
  const unsigned runs = std::getenv("WARPLAW_ALL") ? 10000 : 2000;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (unsigned k = 0; k < runs; ++k) {
      const auto record = randomRecord(dice, oracle.of(mnemonic).recordBytes());
      ASSERT_EQ(oracle.of(mnemonic).run(record), 0u);
      if (k % 25)
        continue;
      const auto failure = checkMachine(oracle, mnemonic, record);
      ASSERT_FALSE(failure) << failure->what;
    }
}

TEST(Oracle, EncodingsAreTheThirdStatement) {
  Oracle oracle;
  Dice dice(3);
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    InstructionFuzzer& fuzzer = oracle.of(mnemonic);
    for (unsigned k = 0; k < 2000; ++k) {
      const auto record = randomRecord(dice, fuzzer.recordBytes());
      const spec::Case c = k % 2 ? fuzzer.operandCase(record) : fuzzer.machineCase(record);
      ASSERT_NO_FATAL_FAILURE(expectEncodedAsStated(oracle, c));
    }
  }
}

TEST(Oracle, EveryPlantedBugIsFound) {
  for (const PlantedBug& bug : plantedBugs()) {
    PlantedJudge planted(bug);
    const Judge judge = planted.judge();
    Dice dice(2);
    unsigned tries = 1;
    while (tries < 20000 && !judge(planted.words(randomRecord(dice, planted.recordBytes()))))
      ++tries;
    EXPECT_LT(tries, 20000u) << bug.name << " is not found";
  }
}

TEST(Oracle, ResultsDifferByKind) {
  const spec::Results& base = untouchedResults();
  const auto kindsAfter = [&](auto change) {
    spec::Results changed = base;
    change(changed);
    return differingKinds(base, changed, 0x0000ffffu);
  };
  const unsigned named = 6; // a lane of exec whose written bits are set in the pattern
  ASSERT_TRUE(base.written[0] >> named & 1);
  EXPECT_EQ(kindsAfter([](auto&) {}), 0u);
  EXPECT_EQ(kindsAfter([&](auto& r) { r.row[0][named] ^= 1; }), setOf(Kind::Register));
  EXPECT_EQ(kindsAfter([](auto& r) { r.row[0][30] ^= 1; }), setOf(Kind::Frame));
  EXPECT_EQ(kindsAfter([](auto& r) { r.written[1] ^= 1; }), setOf(Kind::Register)) << "written or not counts";
  EXPECT_EQ(kindsAfter([](auto& r) { r.error[3] ^= 1; }), setOf(Kind::Error));
  EXPECT_EQ(kindsAfter([](auto& r) { r.error[31] ^= 1; }), setOf(Kind::Frame));
  EXPECT_EQ(kindsAfter([](auto& r) { r.predicateWritten ^= 4; }), setOf(Kind::Predicate));
}

TEST(Oracle, ExpectedValuesAnyAndFrame) {
  const auto parsed = spec::parse("SHFL.IDX P0, R0, R1, 3, 31");
  ASSERT_TRUE(parsed);
  spec::Case c;
  c.instruction = *parsed;
  c.choices = spec::defaultChoices(parsed->form);
  c.warp.active = 0xf;
  c.warp.registers[1][3] = 42;
  const auto outcome = execute(c);
  ASSERT_TRUE(outcome);
  c.expected = expectedOf(c, *outcome);
  EXPECT_TRUE(compareExpected(c, *outcome).empty());
  EXPECT_EQ(c.expected->registers.size(), 4u);

  c.expected->registers[2].word.value = 41;
  ASSERT_EQ(compareExpected(c, *outcome).size(), 1u);
  EXPECT_EQ(describe(compareExpected(c, *outcome)[0]), "R0 lane 2: expected 0x29, got 0x2a");
  c.expected->registers[2].word.any = true;
  EXPECT_TRUE(compareExpected(c, *outcome).empty());

  c.expected->registers.pop_back(); // the change of lane 3 is not listed any more: MACH-5
  ASSERT_EQ(compareExpected(c, *outcome).size(), 1u);
  EXPECT_TRUE(compareExpected(c, *outcome)[0].inFrame);
  c.expected->frame = false;
  EXPECT_TRUE(compareExpected(c, *outcome).empty());
}

TEST(Oracle, WholeCasesAreMinimisedWhereTheFailureIsNotAtTheOperands) {
  Oracle oracle;
  Dice dice(9);
  // a fault of the architectural level: the guard is ignored wherever it is negated
  const CaseJudge judge = [&](const spec::Case& c) -> Kinds {
    spec::Case unguarded = c;
    if (c.instruction.guard.negated)
      unguarded.instruction.guard = {};
    const auto expected = oracle.encode(c), got = execute(unguarded);
    if (!expected || !got)
      return 0;
    return kindsOf(
        compare(c, oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices), *expected, *got));
  };
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    spec::Case failing;
    do
      failing = oracle.of(mnemonic).machineCase(randomRecord(dice, oracle.of(mnemonic).recordBytes()));
    while (!judge(failing));
    const MinimizedCase result = minimize(failing, judge, oracle.of(mnemonic), false);
    EXPECT_EQ(classOf(judge(result.shrunk)), classOf(judge(failing)));
    EXPECT_TRUE(result.shrunk.instruction.guard.negated);
    // one lane that should not execute; and one that should, where the failure is that it sees the other's vote
    EXPECT_LE(std::popcount(result.shrunk.warp.active), 2);
    const MinimizedCase again = minimize(result.shrunk, judge, oracle.of(mnemonic), false);
    EXPECT_EQ(again.shrunk, result.shrunk) << "idempotent";
  }
}

} // namespace oracle_test
} // namespace warplaw::fuzz
