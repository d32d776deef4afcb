// The executor's outcomes under random orders have a serial order, found without knowing it; a planted race has none,
// and is found soon.
#include "fuzz/linearize_bridge.h"
#include "linearize/check.h"
#include "linearize/reason.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::fuzz {
namespace {

std::vector<std::uint8_t> randomRecord(std::mt19937_64& random) {
  std::vector<std::uint8_t> record(Atoms::kRecord);
  for (std::uint8_t& byte : record)
    byte = static_cast<std::uint8_t>(random() >> 11);
  return record;
}

TEST(Linearize, ExecutorsOutcomesHaveASerialOrder_ATOMS_13) {
  std::mt19937_64 random(1);
  OutcomeChecker check;
  std::size_t accesses = 0;
  for (int k = 0; k < 20000; ++k) {
    const AtomsTrial trial = Atoms::trialOf(randomRecord(random));
    ASSERT_EQ(check(trial, AtomsFuzzer::execute), "") << "record " << k;
    accesses += trial.operands.exec != 0;
  }
  EXPECT_GT(accesses, 15000u);
}

/// Two lanes find the same old value: the memory that the second one finds is what stood there before the first.
void runRacing(AtomsTrial& trial, spec::Results& results) {
  const AtomsTrial before = trial;
  AtomsFuzzer::execute(trial, results);
  spec::Results alone = results;
  AtomsTrial second = before; // the last lane runs once more, on memory from before all
  const std::uint32_t last = trial.operands.exec == 0 ? 0 : 1u << (31 - __builtin_clz(trial.operands.exec));
  second.operands.exec = last;
  AtomsFuzzer::execute(second, alone);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (last >> lane & 1)
      for (unsigned r = 0; r < spec::kResultRows; ++r)
        results.row[r][lane] = alone.row[r][lane];
}

TEST(Linearize, FindsThePlantedRace_ATOMS_5) {
  std::mt19937_64 random(2);
  OutcomeChecker check;
  int found = 0;
  std::string first;
  for (int k = 0; k < 2000; ++k) {
    const std::string wrong = check(Atoms::trialOf(randomRecord(random)), runRacing);
    found += !wrong.empty();
    if (first.empty())
      first = wrong;
  }
  EXPECT_GT(found, 20) << "2000 records take well under a second";
  EXPECT_NE(first, "");
}

} // namespace
} // namespace warplaw::fuzz
