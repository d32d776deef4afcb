// Records: every byte string is a legal test, the same bytes are the same test, and what is interesting is frequent.
#include "fuzz/check.h"
#include "fuzz/instructions/atoms.h"
#include "fuzz/instructions/shfl.h"
#include "fuzz/placement.h"
#include "tests/fuzz/random_record.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::fuzz {
namespace generate_test {

TEST(Generate, EveryByteStringIsALegalCase) {
  Oracle oracle;
  Dice dice(1);
  const unsigned runs = std::getenv("WARPLAW_ALL") ? 800 : 200;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    InstructionFuzzer& fuzzer = oracle.of(mnemonic);
    for (unsigned k = 0; k < runs; ++k) {
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
/// trial's. So a plain form's modifiers, as the encoding says, are those that it was made for.
TEST(Generate, OperandCaseIsTheTrial) {
  Dice dice(3);
  for (const auto& fuzzer : allFuzzers())
    for (unsigned k = 0; k < 500; ++k) {
      const auto record = randomRecord(dice, fuzzer->recordBytes());
      const Words words = fuzzer->recordWords(record);
      const auto operand = fuzzer->operandWords(fuzzer->operandCase(record));
      ASSERT_TRUE(operand);
      ASSERT_EQ(operand->words, words) << spec::print(fuzzer->operandCase(record).instruction);
      ASSERT_EQ(fuzzer->operandWords(fuzzer->caseOf(words))->words, words);
      const LayoutWords whole = fuzzer->choiceWords(fuzzer->machineCase(record));
      spec::Case other = fuzzer->machineCase(record);
      other.choices = spec::defaultChoices(other.instruction.form);
      fuzzer->setChoiceWords(other, whole.words);
      ASSERT_EQ(other.choices, fuzzer->machineCase(record).choices);
    }
}

/// Both state it from the rules, and neither knows the other.
TEST(Generate, ThirdStatementOfPlansIsTheEncodings_MACH_3_7) {
  Dice dice(7);
  for (const auto& fuzzer : allFuzzers())
    for (unsigned k = 0; k < 2000; ++k) {
      const spec::Case c = fuzzer->machineCase(randomRecord(dice, fuzzer->recordBytes()));
      const spec::Plan stated = fuzzer->planOf(c.instruction.form, c.choices),
                       encoded = fuzzer->encodedPlanOf(c.instruction.form, c.choices);
      ASSERT_EQ(std::memcmp(&stated, &encoded, sizeof stated), 0) << spec::print(c.instruction);
    }
}

TEST(Generate, ConflictsErrorsOrdersAndEveryFormAreFrequent_ATOMS_1_4_5) {
  Dice dice(4);
  std::set<std::pair<spec::AtomsOp, spec::AtomsSize>> pairs;
  unsigned conflicts = 0, misaligned = 0, outside = 0, permuted = 0, compareHolds = 0, compares = 0, absolute = 0;
  constexpr unsigned kRecords = 2000;
  for (unsigned k = 0; k < kRecords; ++k) {
    AtomsTrial trial = AtomsFuzzer::trialOf(randomRecord(dice, AtomsFuzzer::kRecord));
    pairs.insert({trial.op(), trial.size()});
    spec::Results results = untouchedResults();
    AtomsFuzzer::execute(trial, results);
    std::map<std::uint32_t, unsigned> lanesAt;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      misaligned += results.error[lane] == static_cast<std::uint8_t>(spec::ErrorKind::MisalignedAddress);
      outside += results.error[lane] == static_cast<std::uint8_t>(spec::ErrorKind::AddressOutOfRange);
      if ((trial.operands.exec >> lane & 1) && !results.error[lane])
        ++lanesAt[trial.operands.row[0][lane]];
      if (trial.op() == spec::AtomsOp::Cast && (trial.operands.exec >> lane & 1) && !results.error[lane]) {
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
  ShflFuzzer fuzzer;
  unsigned inRange = 0, outOfRange = 0, inactive = 0;
  for (unsigned k = 0; k < 1000; ++k) {
    const ShflTrial trial = ShflFuzzer::trialOf(randomRecord(dice, ShflFuzzer::kRecord));
    ShflFuzzer::Wanted wanted;
    fuzzer.encode(trial, wanted);
    const spec::Results& results = wanted.results;
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

TEST(Generate, GuardsHelpersAliasesAndSpecialRegisters_MACH_1_2_3_7) {
  Dice dice(6);
  for (const auto& fuzzer : allFuzzers()) {
    unsigned guards = 0, negated = 0, helpers = 0, aliases = 0, sources = 0, zero = 0, last = 0;
    constexpr unsigned kCases = 2000;
    for (unsigned k = 0; k < kCases; ++k) {
      const spec::Case c = fuzzer->machineCase(randomRecord(dice, fuzzer->recordBytes()));
      const spec::Plan plan = fuzzer->planOf(c.instruction.form, c.choices);
      const std::uint32_t rd = plan.destination[0];
      guards += !c.instruction.guard.predicate.isTrue();
      negated += c.instruction.guard.negated;
      helpers += (c.warp.helpers & c.warp.active) != 0;
      const auto readsRegister = [&](std::uint32_t reg) {
        return std::ranges::any_of(plan.source, [&](const spec::Source& source) {
          return source.kind == spec::SourceKind::Register && source.value == reg;
        });
      };
      sources += readsRegister(rd) || plan.source[0].kind == spec::SourceKind::Register;
      aliases += rd != spec::kZeroRegister && readsRegister(rd);
      zero += rd == spec::kZeroRegister;
      last += rd >= 252 && rd != spec::kZeroRegister;
    }
    for (const unsigned count : {guards, negated, helpers, zero})
      EXPECT_GT(count, 40u) << spec::textOf(fuzzer->mnemonic());
    if (zero != kCases) // otherwise it writes no register
      EXPECT_GT(last, 40u) << spec::textOf(fuzzer->mnemonic());
    if (sources && zero != kCases)
      EXPECT_GT(aliases, 40u) << spec::textOf(fuzzer->mnemonic());
  }
}

/// Immediates and choices take their boundaries often enough to be met in any run.
TEST(Generate, BoundariesOfImmediatesAndChoices) {
  Dice dice(8);
  for (const auto& fuzzer : allFuzzers()) {
    std::map<std::pair<unsigned, std::uint32_t>, std::array<unsigned, 3>> seen; // (row, mask): 0, the greatest, all
    for (unsigned k = 0; k < 2000; ++k) {
      const LayoutWords words = fuzzer->choiceWords(fuzzer->machineCase(randomRecord(dice, fuzzer->recordBytes())));
      for (std::size_t w = 0; w < words.words.size(); ++w) {
        if (words.layout[w].role != WordRole::Value)
          continue;
        auto& counts = seen[{words.layout[w].row, words.layout[w].mask}];
        counts[0] += words.words[w] == 0;
        counts[1] += words.words[w] > words.layout[w].mask / 2;
        ++counts[2];
      }
    }
    for (const auto& [place, counts] : seen) {
      EXPECT_GT(counts[0], counts[2] / 500) << spec::textOf(fuzzer->mnemonic()) << " row " << place.first;
      EXPECT_GT(counts[1], counts[2] / 500) << spec::textOf(fuzzer->mnemonic()) << " row " << place.first;
    }
  }
}

} // namespace generate_test
} // namespace warplaw::fuzz
