// The minimiser on planted bugs: smaller in the fixed order, same class, idempotent, deterministic, interruptible, and one single
// minimum for all random failing cases of a bug.
#include "fuzz/minimize.h"
#include "fuzz/planted.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

namespace warplaw::fuzz {
namespace {

struct Failing {
  Words words;
  Kinds kinds;
};

/// The first `count` random records on which the bug shows in a class that `wanted` accepts.
std::vector<Failing> failingCases(PlantedJudge& planted, const Judge& judge, std::size_t count, std::uint64_t seed) {
  std::vector<Failing> found;
  Dice dice(seed);
  std::vector<std::uint8_t> record(planted.recordBytes());
  for (std::size_t tries = 0; found.size() < count && tries < 4'000'000; ++tries) {
    for (std::size_t at = 0; at < record.size(); at += 8) {
      const std::uint64_t word = dice.next();
      std::memcpy(&record[at], &word, std::min<std::size_t>(8, record.size() - at));
    }
    Words words = planted.words(record);
    if (const Kinds kinds = judge(words)) found.push_back({std::move(words), kinds});
  }
  return found;
}

std::string show(const PlantedBug& bug, const Words& words) {
  const auto trialCase = bug.shfl ? shflCase(shflTrialOf(words)) : atomsCase(*atomsTrialOf(words));
  return spec::toJson(trialCase);
}

class Minimize : public testing::TestWithParam<std::size_t> {
protected:
  const PlantedBug& bug = plantedBugs()[GetParam()];
  PlantedJudge planted{bug};
  Judge judge = planted.judge();
};

TEST_P(Minimize, EveryFailingCaseEndsInOneMinimum) {
  const auto cases = failingCases(planted, judge, 1000, 1);
  ASSERT_EQ(cases.size(), 1000u) << bug.name << ": too few random cases fail";
  std::map<std::pair<Kind, Words>, unsigned> minima;
  std::vector<std::size_t> judged;
  std::vector<double> seconds;
  for (const Failing& failing : cases) {
    const auto start = std::chrono::steady_clock::now();
    const MinimizedWords result = minimize(planted.layout(), failing.words, judge);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    judged.push_back(result.judged);
    ++minima[{classOf(failing.kinds), result.words}];
  }
  std::ranges::sort(judged);
  std::ranges::sort(seconds);
  fmt::print("{}: {} minima, median {} judgements, {:.3f} ms, longest {} and {:.3f} ms\n", bug.name, minima.size(), judged[judged.size() / 2],
             1e3 * seconds[seconds.size() / 2], judged.back(), 1e3 * seconds.back());
  for (const auto& [minimum, count] : minima)
    if (minima.size() > 1 || true) fmt::print("  {:4} x {} {}\n", count, textOf(minimum.first), show(bug, minimum.second));
  EXPECT_EQ(minima.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Bugs, Minimize, testing::Range<std::size_t>(0, plantedBugs().size()),
                         [](const auto& info) {
                           std::string name(plantedBugs()[info.param].name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

} // namespace
} // namespace warplaw::fuzz
