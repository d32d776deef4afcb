// The minimiser on planted bugs: smaller in the fixed order, same class, idempotent, deterministic, interruptible, and
// one single minimum for all random failing cases of a bug.
#include "fuzz/minimize/minimize.h"
#include "fuzz/planted.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>

namespace warplaw::fuzz {
namespace {

struct Failing {
  Words words;
  Kinds kinds;
};

/// How many random cases of a bug are made small. Where each takes thousands of judgements, most are of the list of
/// small cases, the same ones from every case: then fewer say as much.
constexpr std::size_t kCases = 1000, kFewestCases = 50, kJudgements = 100'000;

/// The random records on which the bug shows, one after the other.
class FailingCases {
public:
  FailingCases(PlantedJudge& planted, const Judge& judge, std::uint64_t seed)
      : planted_(planted), judge_(judge), dice_(seed), record_(planted.recordBytes()) {}
  /// None: too few of them fail.
  std::optional<Failing> next() {
    while (tries_++ < 4'000'000) {
      dice_.fill(record_);
      Words words = planted_.words(record_);
      if (const Kinds kinds = judge_(words))
        return Failing{std::move(words), kinds};
    }
    return std::nullopt;
  }

private:
  PlantedJudge& planted_;
  const Judge& judge_;
  Dice dice_;
  std::vector<std::uint8_t> record_;
  std::size_t tries_ = 0;
};
std::vector<Failing> failingCases(PlantedJudge& planted, const Judge& judge, std::size_t count, std::uint64_t seed) {
  FailingCases cases(planted, judge, seed);
  std::vector<Failing> found;
  while (found.size() < count)
    if (std::optional<Failing> failing = cases.next())
      found.push_back(std::move(*failing));
    else
      break;
  return found;
}

/// "form 1, exec 0x1, 3[0]=0x1": the words that are not zero.
std::string show(const Layout& layout, const Words& words) {
  std::string text;
  for (std::size_t w = 0; w < words.size(); ++w) {
    const WordInfo& info = layout[w];
    if (!words[w])
      continue;
    const std::string place = info.role == WordRole::Exec   ? "exec"
                              : info.role == WordRole::Form ? fmt::format("form{}", info.row)
                              : info.position < 0           ? fmt::format("row{}", info.row)
                                                            : fmt::format("row{}[{}]", info.row, info.position);
    text += fmt::format(" {}={:#x}", place, words[w]);
  }
  return text;
}

class Minimize : public testing::TestWithParam<std::size_t> {
protected:
  const PlantedBug& bug = plantedBugs()[GetParam()];
  PlantedJudge planted{bug};
  Judge judge = planted.judge();
  MinimizeOptions options;
  void SetUp() override { options.small = &planted.small(); }
};

template <class T> T median(std::vector<T> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

TEST_P(Minimize, EveryFailingCaseEndsInOneMinimum) {
  FailingCases cases(planted, judge, 1);
  std::map<std::pair<Kind, Words>, unsigned> minima;
  std::map<Kind, unsigned> ofClass;
  std::vector<std::size_t> judged;
  std::vector<double> milliseconds;
  std::size_t judgements = 0;
  while (judged.size() < kFewestCases || (judged.size() < kCases && judgements <= kJudgements)) {
    const std::optional<Failing> failing = cases.next();
    ASSERT_TRUE(failing) << bug.name << ": too few random cases fail";
    const auto start = std::chrono::steady_clock::now();
    const MinimizedWords result = minimize(planted.layout(), failing->words, judge, options);
    milliseconds.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    judged.push_back(result.judged);
    judgements += result.judged;
    const Kinds kinds = judge(result.words);
    ASSERT_TRUE(kinds) << "the minimum does not fail";
    ASSERT_EQ(classOf(kinds), classOf(failing->kinds)) << "another failure class";
    ASSERT_FALSE(smaller(planted.layout(), failing->words, result.words));
    if (++minima[{classOf(kinds), result.words}] == 1)
      ++ofClass[classOf(kinds)];
  }
  fmt::print("{}: {} minima of {} classes; median {} judgements, {:.3f} ms; most {}\n", bug.name, minima.size(),
             ofClass.size(), median(judged), median(milliseconds), *std::ranges::max_element(judged));
  std::size_t shown = 0;
  for (const auto& [minimum, count] : minima)
    if (++shown <= 12)
      fmt::print("  {:4} x {}:{}\n", count, textOf(minimum.first), show(planted.layout(), minimum.second));
  if (bug.meets == PlantedBug::Meets::InOne)
    EXPECT_EQ(minima.size(), 1u);
  if (bug.meets == PlantedBug::Meets::InOneOfEachClass)
    EXPECT_EQ(minima.size(), ofClass.size());
}

TEST_P(Minimize, IsDeterministicAndIdempotent) {
  for (const Failing& failing : failingCases(planted, judge, 20, 2)) {
    const Words once = minimize(planted.layout(), failing.words, judge, options).words;
    EXPECT_EQ(minimize(planted.layout(), failing.words, judge, options).words, once);
    EXPECT_EQ(minimize(planted.layout(), once, judge, options).words, once);
  }
}

/// The simplest listed moves, tried here by hand: none leads from the result to a case that fails in the same class.
TEST_P(Minimize, IsOneMinimal) {
  for (const Failing& failing : failingCases(planted, judge, 20, 3)) {
    Words words = minimize(planted.layout(), failing.words, judge, options).words;
    const Kind kind = classOf(failing.kinds);
    for (std::size_t w = 0; w < words.size(); ++w) {
      const std::uint32_t kept = words[w];
      const auto stillFails = [&](std::uint32_t value) {
        words[w] = value;
        const Kinds kinds = judge(words);
        words[w] = kept;
        return kinds && classOf(kinds) == kind;
      };
      if (!kept || planted.layout()[w].role == WordRole::Form)
        continue;
      EXPECT_FALSE(stillFails(0)) << w;
      for (unsigned bit = 0; bit < 32; ++bit)
        if (kept >> bit & 1)
          EXPECT_FALSE(stillFails(kept & ~(1u << bit))) << w << " bit " << bit;
    }
  }
}

TEST_P(Minimize, StopsWithTheBestSoFar) {
  const auto cases = failingCases(planted, judge, 1, 4);
  ASSERT_FALSE(cases.empty());
  std::atomic<bool> stop = false;
  MinimizeOptions stopping; // without the small cases, so that there is a way to go
  stopping.stop = &stop;
  Words last = cases[0].words;
  unsigned steps = 0;
  stopping.improved = [&](const Words& words) {
    EXPECT_TRUE(smaller(planted.layout(), words, last)) << "each new best is smaller";
    last = words;
    stop = ++steps == 2;
  };
  const MinimizedWords result = minimize(planted.layout(), cases[0].words, judge, stopping);
  EXPECT_EQ(result.words, last);
  EXPECT_TRUE(judge(result.words));
  EXPECT_EQ(result.finished, steps < 2);
}

INSTANTIATE_TEST_SUITE_P(Bugs, Minimize, testing::Range<std::size_t>(0, plantedBugs().size()), [](const auto& info) {
  std::string name(plantedBugs()[info.param].name);
  std::ranges::replace(name, '-', '_');
  return name;
});

} // namespace
} // namespace warplaw::fuzz
