// Only an expected verdict passes, and the exit codes say which way it did not.
#include "proofs/engine/report.h"
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace {

constexpr Verdict kAll[] = {Verdict::Proved,  Verdict::Refuted,     Verdict::Checked,
                            Verdict::Tested,  Verdict::Unknown,     Verdict::BoundExceeded,
                            Verdict::Vacuous, Verdict::Unsupported, Verdict::Error};

TEST(Verdict, OnlyWhatWasExpectedPasses) {
  for (const Verdict got : kAll)
    for (const Verdict expected : kAll) {
      const bool mayBeExpected = expected <= Verdict::Tested;
      EXPECT_EQ(exitCodeOf(got, expected) == ExitCode::AsExpected, got == expected && mayBeExpected)
          << textOf(got) << textOf(expected);
    }
  EXPECT_EQ(exitCodeOf(Verdict::Refuted, Verdict::Proved), ExitCode::Counterexample);
  EXPECT_EQ(exitCodeOf(Verdict::Proved, Verdict::Refuted), ExitCode::Counterexample);
  for (const Verdict got :
       {Verdict::Unknown, Verdict::BoundExceeded, Verdict::Vacuous, Verdict::Unsupported, Verdict::Error})
    for (const Verdict expected : kAll)
      EXPECT_EQ(exitCodeOf(got, expected), ExitCode::Inconclusive);
}

TEST(Verdict, ACounterexampleOutweighsTheInconclusive) {
  EXPECT_EQ(combine(ExitCode::Inconclusive, ExitCode::Counterexample), ExitCode::Counterexample);
  EXPECT_EQ(combine(ExitCode::AsExpected, ExitCode::Inconclusive), ExitCode::Inconclusive);
  EXPECT_EQ(combine(ExitCode::AsExpected, ExitCode::AsExpected), ExitCode::AsExpected);
}

TEST(Verdict, TextsAreReadBack) {
  for (const Verdict v : kAll)
    EXPECT_EQ(verdictFromText(textOf(v)), v);
  EXPECT_FALSE(verdictFromText("proved"));
}

Record record(std::string path, Verdict verdict, Verdict expected = Verdict::Proved) {
  Record r;
  r.name = r.theorem = "t";
  r.instruction = "TOY";
  r.form = "TOY.X";
  r.path = std::move(path);
  r.verdict = verdict;
  r.expected = expected;
  return r;
}

TEST(Summary, ShowsTheWeakestVerdictOfEachPath) {
  Summary summary;
  summary.add(record("portable", Verdict::Proved));
  summary.add(record("portable", Verdict::Refuted, Verdict::Refuted));
  summary.add(record("avx512", Verdict::Proved));
  summary.add(record("avx512", Verdict::Tested, Verdict::Tested));
  EXPECT_EQ(summary.exitCode(), ExitCode::AsExpected);
  EXPECT_EQ(summary.rows()[0].paths.at("portable"), Verdict::Proved);
  EXPECT_EQ(summary.rows()[0].paths.at("avx512"), Verdict::Tested);
  EXPECT_NE(summary.text(false, 1).find("TOY on path avx512: TESTED"), std::string::npos);
  summary.add(record("portable", Verdict::Unknown));
  EXPECT_EQ(summary.exitCode(), ExitCode::Inconclusive);
  EXPECT_EQ(summary.rows()[0].paths.at("portable"), Verdict::Unknown);
  summary.add(record("avx512", Verdict::Refuted));
  EXPECT_EQ(summary.exitCode(), ExitCode::Counterexample);
  EXPECT_EQ(summary.rows()[0].paths.at("avx512"), Verdict::Refuted);
  EXPECT_EQ(summary.rows()[0].other, 2u);
  EXPECT_EQ(summary.rows()[0].refutedAsExpected, 1u);
}

TEST(Summary, ShowsOneCounterexampleOnceWithTheObligationsThatItRefutes) {
  Summary summary;
  const auto refuted = [&](const std::string& name, const std::string& counterexample) {
    Record r = record("portable", Verdict::Refuted);
    r.name = name;
    r.counterexample = counterexample;
    summary.add(r);
  };
  refuted("another", "SHFL.UP: lane 3");
  for (unsigned lane = 0; lane < 96; ++lane)
    refuted("lane-" + std::to_string(lane), "SHFL.UP: lane 0");
  refuted("unseen", "");
  refuted("unseen too", "");
  const std::string text = summary.text(false, 1);
  const auto times = [&](std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at)
      ++count;
    return count;
  };
  EXPECT_EQ(times("SHFL.UP: lane 0\n"), 1u) << text;
  EXPECT_EQ(times("SHFL.UP: lane 3\n"), 1u);
  EXPECT_EQ(times("the same case refutes 96 obligations: lane-0, lane-1, lane-2, lane-3 and 92 more\n"), 1u) << text;
  EXPECT_EQ(times("the same case"), 1u) << "not of what has no case";
  EXPECT_EQ(times("unseen"), 2u);
  EXPECT_EQ(times("99 not as expected"), 1u);
}

TEST(Summary, NothingAskedIsNotSuccessInDisguise) {
  EXPECT_NE(Summary().text(false, 0).find("nothing was asked"), std::string::npos);
}

TEST(Summary, NothingIsAsExpectedWhereSomethingIsMissing) {
  Summary summary;
  summary.add(record("portable", Verdict::Proved));
  EXPECT_EQ(summary.conclusion({}), "everything as expected");
  EXPECT_EQ(summary.conclusion({0, 3}), "3 not certified");
  EXPECT_EQ(Summary().conclusion({1, 0}), "1 missing");
  EXPECT_EQ(summary.text(false, 1, {2, 0}).find("everything as expected"), std::string::npos);
  EXPECT_NE(summary.text(false, 1, {2, 0}).find("2 missing: 1 obligation,"), std::string::npos);
  summary.add(record("portable", Verdict::Unknown));
  EXPECT_EQ(summary.conclusion({2, 1}), "1 not as expected, 2 missing, 1 not certified");
}

} // namespace
} // namespace warplaw::proofs
