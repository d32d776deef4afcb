// Mistakes told apart by readings: of a VOTE that errs in one way, in two, and in ways that nobody states.
#include "check/mistakes.h"
#include "fuzz/oracle.h"
#include "include/warplaw/executor.h"
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::check {
namespace {

using Names = std::vector<std::string>;

/// What may be wrong: lane 3's answer is inverted, lane 5's ballot is one too many, lane 7's ballot is 0.
struct Err {
  bool inverts = false, adds = false, clears = false;
};

class VoteMistakes : public testing::Test {
protected:
  void run(Stated& stated, Err err) {
    oracle_.of(spec::Mnemonic::Vote)
        .runPlainly(stated.form, stated.choices, stated.operands, stated.memory, stated.cells, stated.results);
    if (err.inverts)
      stated.results.predicate ^= stated.operands.exec & 1u << 3;
    if (err.adds)
      stated.results.row[0][5] += 1;
    if (err.clears)
      stated.results.row[0][7] = 0;
  }
  KnownReadings readings() {
    const auto reading = [this](std::string name, Err err) {
      return Reading{std::move(name), [this, err](Stated& stated) { run(stated, err); }};
    };
    return {reading("", {}),
            {reading("all of it", {true, true, true}), reading("inverts", {true}), reading("adds", {false, true}),
             reading("adds, too", {false, true})}};
  }
  /// Answers of an executor that errs like this: lanes of the mask show it, of those that execute.
  Exchange exchange(Err err) {
    Exchange made{std::vector<std::byte>(family_->bytes()), {}};
    family_->draw(form_++ % 3, dice_, made.asked);
    Stated stated = family_->statedOf(made.asked, made.asked).front();
    run(stated, err);
    made.answered = made.asked;
    auto& wire = *reinterpret_cast<warplaw_vote*>(made.answered.data());
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (wire.exec >> lane & 1)
        wire.ballot[lane] = stated.results.row[0][lane];
    wire.predicate = (wire.predicate & ~wire.exec) | (stated.results.predicate & wire.exec);
    return made;
  }
  void learn(Mistakes& mistakes, Err err) {
    std::vector<Exchange> right;
    wrong_.clear();
    for (unsigned k = 0; k < 60; ++k) {
      const Exchange made = exchange(err);
      (family_->judge(made.asked, made.answered) ? wrong_ : right).push_back(made);
    }
    mistakes.learn(wrong_, right);
  }
  bool isShown(const Mistakes& mistakes, std::size_t mistake, Mistakes::How how) const {
    return std::ranges::any_of(
        wrong_, [&](const Exchange& made) { return mistakes.shows(mistake, how, made.asked, made.answered); });
  }

  fuzz::Oracle oracle_;
  WideDice dice_{3};
  std::unique_ptr<Family> family_ = makeVoteFamily(Profile::Sass);
  std::vector<Exchange> wrong_;
  unsigned form_ = 0;
};

TEST_F(VoteMistakes, OneThatReadingsExplainHasTheirNames) {
  Mistakes mistakes(*family_, readings(), [] { return std::vector<Exchange>(); });
  learn(mistakes, {false, true});
  ASSERT_EQ(mistakes.count(), 1u);
  EXPECT_EQ(mistakes.namesOf(0), (Names{"adds", "adds, too"}));
}

TEST_F(VoteMistakes, OneThatNoReadingExplainsHasNone) {
  Mistakes mistakes(*family_, readings(), [] { return std::vector<Exchange>(); });
  learn(mistakes, {false, false, true});
  ASSERT_EQ(mistakes.count(), 1u);
  EXPECT_EQ(mistakes.namesOf(0), Names());
}

TEST_F(VoteMistakes, TwoAreToldApart) {
  Mistakes mistakes(*family_, readings(), [] { return std::vector<Exchange>(); });
  learn(mistakes, {true, true});
  ASSERT_EQ(mistakes.count(), 2u);
  EXPECT_EQ((std::set{mistakes.namesOf(0), mistakes.namesOf(1)}),
            (std::set<Names>{{"adds", "adds, too"}, {"inverts"}}));
  for (const std::size_t mistake : {0u, 1u})
    EXPECT_TRUE(isShown(mistakes, mistake, Mistakes::How::Alone));
  for (const Exchange& made : wrong_) {
    EXPECT_TRUE(mistakes.isExplained(made.asked, made.answered));
    EXPECT_FALSE(mistakes.shows(0, Mistakes::How::Alone, made.asked, made.answered) &&
                 mistakes.shows(1, Mistakes::How::Alone, made.asked, made.answered));
  }
}

TEST_F(VoteMistakes, WhatNoReadingExplainsStandsBesideWhatOneDoes) {
  Mistakes mistakes(*family_, readings(), [] { return std::vector<Exchange>(); });
  learn(mistakes, {true, false, true});
  ASSERT_EQ(mistakes.count(), 2u);
  EXPECT_EQ(mistakes.namesOf(0), Names{"inverts"});
  EXPECT_EQ(mistakes.namesOf(1), Names());
  unsigned unexplained = 0;
  for (const Exchange& made : wrong_)
    unexplained += mistakes.shows(1, Mistakes::How::Among, made.asked, made.answered);
  EXPECT_GT(unexplained, 0u);
  EXPECT_LT(unexplained, wrong_.size());
}

TEST_F(VoteMistakes, AReadingRunsOnceOnAnAnswerAndOnRightOnesOnlyIfItExplainsAWrongOne) {
  KnownReadings known = readings();
  std::map<std::string, std::size_t> runs;
  for (Reading& reading : known.wrong)
    reading.run = [&runs, name = reading.name, run = reading.run](Stated& stated) {
      ++runs[name];
      run(stated);
    };
  Mistakes mistakes(*family_, known, [] { return std::vector<Exchange>(); });
  learn(mistakes, {true, false, true});
  ASSERT_EQ(mistakes.namesOf(0), Names{"inverts"});
  const std::size_t asked = 60;
  EXPECT_EQ(runs["adds"], wrong_.size());
  EXPECT_GT(runs["inverts"], wrong_.size());
  EXPECT_LE(runs["inverts"], asked);
  EXPECT_LT(wrong_.size(), asked);
}

TEST_F(VoteMistakes, AReadingOfWhichSmallCasesKnowNothingIsNone) {
  const auto small = [this] {
    std::vector<Exchange> right;
    for (unsigned k = 0; k < 60; ++k)
      right.push_back(exchange({}));
    return right;
  };
  Mistakes mistakes(*family_, readings(), small);
  learn(mistakes, {true, false, true});
  ASSERT_EQ(mistakes.count(), 1u);
  EXPECT_EQ(mistakes.namesOf(0), Names());
}

} // namespace
} // namespace warplaw::check
