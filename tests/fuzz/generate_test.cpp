// Records: every byte string is a legal test, the same bytes are the same test, and what is interesting is frequent.
#include "fuzz/check.h"
#include "fuzz/instructions/atoms.h"
#include "fuzz/instructions/shfl.h"
#include "fuzz/placement.h"
#include "tests/fuzz/random_record.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::fuzz {
namespace {

TEST(Generate, EveryByteStringIsALegalCase) {
  Oracle oracle;
  Dice dice(1);
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    InstructionFuzzer& fuzzer = oracle.of(mnemonic);
    for (unsigned k = 0; k < 2000; ++k) {
      const auto record = randomRecord(dice, dice.below(static_cast<std::uint32_t>(fuzzer.recordBytes()) + 50));
      for (const spec::Case& c : {fuzzer.operandCase(record), fuzzer.machineCase(record)}) {
        ASSERT_EQ(c.instruction.mnemonic(), mnemonic);
        ASSERT_TRUE(spec::check(c.instruction)) << spec::print(c.instruction);
        ASSERT_TRUE(spec::check(c.choices, c.instruction.form));
        const auto failure = checkRoundTrip(c);
        ASSERT_FALSE(failure) << failure->what;
      }
    }
  }
}

TEST(Generate, TheEmptyRecordAndTheSameRecordTwice) {
  for (const auto& fuzzer : allFuzzers()) {
    EXPECT_EQ(fuzzer->run({}), 0u);
    Dice dice(2);
    const auto record = randomRecord(dice, fuzzer->recordBytes());
    EXPECT_EQ(fuzzer->machineCase(record), fuzzer->machineCase(record));
    EXPECT_EQ(fuzzer->operandCase(record), fuzzer->operandCase(record));
  }
}

/// The operand-level entry and the case made of the same record are one test: the words that the case gives are the
/// trial's.
TEST(Generate, OperandCaseIsTheTrial) {
  Dice dice(3);
  Oracle oracle;
  for (unsigned k = 0; k < 500; ++k) {
    const auto shfl = randomRecord(dice, kShflRecord), atoms = randomRecord(dice, kAtomsRecord);
    EXPECT_EQ(oracle.of(spec::Mnemonic::Shfl).operandWords(oracle.of(spec::Mnemonic::Shfl).operandCase(shfl))->words,
              wordsOf(shflTrial(shfl)));
    const Words words =
        oracle.of(spec::Mnemonic::Atoms).operandWords(oracle.of(spec::Mnemonic::Atoms).operandCase(atoms))->words;
    EXPECT_EQ(words, wordsOf(atomsTrial(atoms)));
    ASSERT_TRUE(atomsTrialOf(words));
    EXPECT_EQ(wordsOf(*atomsTrialOf(words)), words);
  }
}

TEST(Generate, ConflictsErrorsOrdersAndEveryFormAreFrequent_ATOMS_1_4_5) {
  Dice dice(4);
  std::set<std::pair<spec::AtomsOp, spec::AtomsSize>> pairs;
  unsigned conflicts = 0, misaligned = 0, outside = 0, permuted = 0, compareHolds = 0, compares = 0, absolute = 0;
  constexpr unsigned kRecords = 2000;
  for (unsigned k = 0; k < kRecords; ++k) {
    AtomsTrial trial = atomsTrial(randomRecord(dice, kAtomsRecord));
    pairs.insert({trial.op, trial.size});
    spec::Results results = untouchedResults();
    runAtoms(trial, results);
    std::map<std::uint32_t, unsigned> lanesAt;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      misaligned += results.error[lane] == static_cast<std::uint8_t>(spec::ErrorKind::MisalignedAddress);
      outside += results.error[lane] == static_cast<std::uint8_t>(spec::ErrorKind::AddressOutOfRange);
      if ((trial.operands.exec >> lane & 1) && !results.error[lane])
        ++lanesAt[trial.operands.row[0][lane]];
      if (trial.op == spec::AtomsOp::Cast && (trial.operands.exec >> lane & 1) && !results.error[lane]) {
        ++compares;
        compareHolds += results.row[0][lane] == 1;
      }
    }
    conflicts += std::ranges::any_of(lanesAt, [](const auto& at) { return at.second > 1; });
    permuted += trial.choices.order != spec::AtomsChoices{}.order;
    absolute += trial.modifiers.baseIsZero;
  }
  EXPECT_EQ(pairs.size(), atomsPairs().size());
  EXPECT_GT(conflicts, kRecords / 4);
  EXPECT_GT(permuted, kRecords / 3);
  EXPECT_GT(absolute, kRecords / 20);
  EXPECT_GT(misaligned, kRecords / 2);
  EXPECT_GT(outside, kRecords);
  EXPECT_GT(compareHolds * 20, compares) << "at least one compare in twenty holds";
  EXPECT_LT(compareHolds, compares);
}

TEST(Generate, PredicatesOfBothKindsAndInactiveSources_SHFL_7_8) {
  Dice dice(5);
  ShflEncoding encoding;
  unsigned inRange = 0, outOfRange = 0, inactive = 0;
  for (unsigned k = 0; k < 1000; ++k) {
    ShflTrial trial = shflTrial(randomRecord(dice, kShflRecord));
    spec::Results results = untouchedResults();
    encoding(trial, results);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(trial.operands.exec >> lane & 1))
        continue;
      ++(results.predicate >> lane & 1 ? inRange : outOfRange);
      inactive += results.row[0][lane] == trial.choices.inactive[lane];
    }
  }
  EXPECT_GT(inRange, outOfRange / 10);
  EXPECT_GT(outOfRange, inRange / 10);
  EXPECT_GT(inactive, 10u);
}

TEST(Generate, GuardsAliasesAndSpecialRegisters_MACH_1_2_3) {
  Dice dice(6);
  Oracle oracle;
  unsigned guards = 0, negated = 0, aliases = 0, zero = 0, last = 0;
  for (unsigned k = 0; k < 2000; ++k) {
    const spec::Case c = oracle.of(spec::Mnemonic::Shfl).machineCase(randomRecord(dice, kShflRecord));
    const auto& form = std::get<spec::ShflForm>(c.instruction.form);
    guards += !c.instruction.guard.predicate.isTrue();
    negated += c.instruction.guard.negated;
    aliases += form.rd == form.ra && !form.rd.isZero();
    zero += form.ra.isZero();
    last += form.rd.index == 254;
  }
  for (const unsigned count : {guards, negated, aliases, zero, last})
    EXPECT_GT(count, 40u);
}

} // namespace
} // namespace warplaw::fuzz
