// Obligations that are asked as another question first, with steps that were guessed: a question that says more than
// was stated makes neither right code an ERROR nor wrong code PROVED.
#include "toy.h"

namespace warplaw::proofs {
namespace {
using namespace toy;

/// That x * (y + 1) = x * y + wrong * x, asked as `goal` as long as `steps` hold.
Obligation askedAs(Terms& t, Term goal, std::vector<std::string> steps, unsigned wrong = 1) {
  Obligation o = distributes(t, "o", wrong);
  o.ask([&](Obligation::Asking& asking) { asking.stated = {o.query, o.outputs, o.counted, std::move(steps)}; });
  o.query.goal = goal;
  o.outputs = {{"product", goal, t.truth(true)}};
  return o;
}

Obligation guess(Term goal, const std::string& name = "guess") {
  Obligation o;
  o.name = name;
  o.query.goal = goal;
  o.ask([](Obligation::Asking& asking) { asking.isGuess = true; });
  return o;
}

Outcome runBoth(const std::function<std::vector<Obligation>(Terms&)>& make) {
  return runAll({theorem("t", make)}, options());
}

/// A goal that holds, if not by folding; and one that does not.
Term holds(Terms& t) {
  const Term x = t.variable(8, "x");
  return ((x * x) & 2).eq(t.constant(8, 0));
}
Term fails(Terms& t) { return ~t.variable(8, "x").eq(t.constant(8, 77)); }

TEST(Restated, ProvedAsAskedWhereTheStepHolds) {
  const Outcome outcome =
      runBoth([](Terms& t) { return std::vector{askedAs(t, t.truth(true), {"guess"}, 3), guess(holds(t))}; });
  EXPECT_EQ(outcome["guess"].verdict, Verdict::Proved);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved); // what the step is worth is the theorem's
}

// Whether the step is asked before or after what rests on it.
TEST(Restated, AGuessThatDoesNotHoldIsNoObligationAndWhatRestsOnItIsAskedInFull) {
  for (const bool guessFirst : {true, false})
    for (const unsigned wrong : {1, 3}) {
      const Outcome outcome = runBoth([=](Terms& t) {
        std::vector<Obligation> all;
        all.push_back(guessFirst ? guess(fails(t)) : askedAs(t, t.truth(true), {"guess"}, wrong));
        all.push_back(guessFirst ? askedAs(t, t.truth(true), {"guess"}, wrong) : guess(fails(t)));
        return all;
      });
      EXPECT_EQ(outcome.count, 1u);
      ASSERT_EQ(outcome.notes.size(), 1u);
      EXPECT_EQ(outcome.notes[0].find("guess: no obligation any more"), 0u) << outcome.notes[0];
      EXPECT_EQ(outcome["o"].verdict, wrong == 1 ? Verdict::Proved : Verdict::Refuted) << outcome["o"].reason;
    }
}

TEST(Restated, AGuessWhoseWitnessReplaysIsRefuted) {
  const Outcome outcome = runBoth([](Terms& t) {
    Obligation g = guess(fails(t));
    g.replay = [](const Assignment&) { return Replay{true, "shown", std::nullopt}; };
    return std::vector{g, askedAs(t, t.truth(true), {"guess"}, 3)};
  });
  EXPECT_EQ(outcome["guess"].verdict, Verdict::Refuted);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
}

TEST(Restated, AStepThatNobodyDecidesCarriesNothing) {
  RunOptions o = options();
  o.timeout = 1;
  const Outcome outcome = runAll({theorem("t",
                                          [](Terms& t) {
                                            Obligation step = hard(t, "step");
                                            return std::vector{step, askedAs(t, t.truth(true), {"step"}, 3)};
                                          })},
                                 o);
  EXPECT_EQ(outcome["step"].verdict, Verdict::Unknown);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
}

TEST(Restated, AStepThatIsNoObligationCarriesNothing) {
  const Outcome outcome = runBoth([](Terms& t) { return std::vector{askedAs(t, t.truth(true), {"nothing"}, 3)}; });
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
}

TEST(Restated, AWitnessOfTheQuestionThatDoesNotReplayLeadsToWhatWasStated) {
  for (const unsigned wrong : {1, 3}) {
    const Outcome outcome = runBoth([=](Terms& t) {
      const Term any = t.variable(8, "any");
      return std::vector{askedAs(t, any.eq(t.constant(8, 5)), {}, wrong)};
    });
    EXPECT_EQ(outcome["o"].verdict, wrong == 1 ? Verdict::Proved : Verdict::Refuted) << outcome["o"].reason;
  }
}

TEST(Restated, ATwinIsRefutedAsItWasStated) {
  const Outcome outcome = runBoth([](Terms& t) {
    Obligation o = askedAs(t, t.truth(true), {"guess"}, 3);
    o.expected = Verdict::Refuted;
    o.mustDiffer = "product";
    return std::vector{o, guess(fails(t))};
  });
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << outcome["o"].reason;
}

TEST(Restated, WhatMayBeAnyValueDecidesNothing) {
  for (const bool isKnown : {false, true}) {
    const Outcome outcome = runBoth([=](Terms& t) {
      Obligation o = distributes(t, "o");
      const Term left = t.variable(8, "left");
      o.outputs[0].got = o.outputs[0].got + left;
      o.query.goal = o.outputs[0].got.eq(o.outputs[0].expected);
      o.ask([&](Obligation::Asking& asking) {
        asking.anyOf = "results of what it calls";
        if (isKnown)
          asking.known = {left.eq(t.constant(8, 0))};
      });
      return std::vector{o};
    });
    EXPECT_EQ(outcome["o"].verdict, isKnown ? Verdict::Proved : Verdict::Unknown) << outcome["o"].reason;
    if (!isKnown) {
      EXPECT_EQ(outcome["o"].reason.find("refuted for any results of what it calls: "), 0u) << outcome["o"].reason;
      EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive);
    }
  }
}

TEST(Restated, WhatIsWrongForAnyValueIsRefutedAllTheSame) {
  const Outcome outcome = runBoth([](Terms& t) {
    Obligation o = distributes(t, "o", 3);
    o.ask([](Obligation::Asking& asking) { asking.anyOf = "results of what it calls"; });
    return std::vector{o};
  });
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
}

} // namespace
} // namespace warplaw::proofs
