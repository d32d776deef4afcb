// The runner's promises: which verdicts pass, and that nothing but itself ends by what hangs, crashes or lies.
#include "toy.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <sys/time.h>
#include <thread>
#include <tuple>

namespace warplaw::proofs {
namespace {
using namespace toy;

TEST(Runner, ProvesWithBothSolvers) {
  for (const char* solver : {"z3", "cvc5", "any", "both"}) {
    RunOptions o = options();
    o.policy = *solverPolicy(solver);
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << solver << ": " << outcome["o"].reason;
    EXPECT_EQ(outcome["o"].query.size(), 64u);
    EXPECT_FALSE(outcome["o"].version.empty());
    EXPECT_EQ(outcome.exitCode, ExitCode::AsExpected);
    if (solver == std::string("both"))
      EXPECT_EQ(outcome["o"].solver, "z3+cvc5");
  }
}

TEST(Runner, ProvesByFoldingWithoutASolver) {
  RunOptions o = options();
  o.policy = only(says("mute", ""));
  const Outcome outcome = runOne(
      [](Terms& t) {
        Obligation p;
        p.name = "o";
        p.query.goal = t.variable(8, "x").eq(t.variable(8, "x"));
        return p;
      },
      o);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved);
  EXPECT_EQ(outcome["o"].solver, "folding");
}

TEST(Runner, RefutesTwinsWithAWitnessThatReplays) {
  for (const char* solver : {"z3", "cvc5"}) {
    RunOptions o = options();
    o.policy = *solverPolicy(solver);
    const Outcome outcome = runOne([](Terms& t) { return twin(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << outcome["o"].reason;
    EXPECT_EQ(outcome.exitCode, ExitCode::AsExpected);
  }
}

/// What a run says with such a certifier, and of which obligation.
Certificate certificateOf(const std::function<Obligation(Terms&)>& make, const Certifier& certifier, Verdict expected) {
  RunOptions o = options();
  o.certify = certifier;
  const Outcome outcome = runOne(make, o);
  EXPECT_EQ(outcome["o"].verdict, expected) << outcome["o"].reason;
  return outcome["o"].certificate.value_or(Certificate{Certificate::Status::NotCertified, "no certificate"});
}

TEST(Runner, AsksForACertificateOfWhatIsProvedByAnUnsatisfiableQuery) {
  using Status = Certificate::Status;
  const auto gives = [](Status status) {
    return [status](const Query& query) {
      return query.goal ? Certificate{status, "why", 1, 2, 3, 0.25, 0.5} : Certificate{Status::NotCertified, "no goal"};
    };
  };
  const auto holds = [](Terms& t) { return distributes(t, "o"); };
  for (const Status status : {Status::Certified, Status::Uncertifiable, Status::NotCertified}) {
    const Certificate c = certificateOf(holds, gives(status), Verdict::Proved);
    EXPECT_EQ(c.status, status);
    EXPECT_EQ(c.reason, "why");
    EXPECT_EQ(std::tuple(c.variables, c.clauses, c.steps, c.solving, c.checking), std::tuple(1u, 2u, 3u, 0.25, 0.5));
  }
  EXPECT_EQ(certificateOf(holds, gives(Status::Contradiction), Verdict::Error).status, Status::Contradiction);
  const Certificate died = certificateOf(holds, [](const Query&) -> Certificate { _exit(7); }, Verdict::Proved);
  EXPECT_EQ(died.status, Status::NotCertified);
  EXPECT_EQ(died.reason, "its making ended by exit status 7");
}

TEST(Runner, NeedsNoCertificateWhereNothingIsUnsatisfiable) {
  const Certifier never = [](const Query&) { return Certificate{Certificate::Status::Contradiction, "asked"}; };
  const auto folds = [](Terms& t) {
    Obligation p;
    p.name = "o";
    p.query = {{t.variable(8, "x").ult(t.constant(8, 9))}, t.variable(8, "x").eq(t.variable(8, "x"))};
    return p;
  };
  EXPECT_EQ(certificateOf(folds, never, Verdict::Proved).reason, "folded: nothing to certify");
  const auto possible = [](Terms& t) {
    Obligation p;
    p.name = "o";
    p.query.assumptions = {t.variable(8, "x").ult(t.constant(8, 9))};
    return p;
  };
  EXPECT_EQ(certificateOf(possible, never, Verdict::Proved).reason, "a model: nothing to certify");
  EXPECT_EQ(certificateOf([](Terms& t) { return twin(t, "o"); }, never, Verdict::Refuted).reason, "no certificate");
}

// What was asked is what is certified: of any value, where that was enough.
TEST(Runner, CertifiesTheStrongerGoalWhereThatWasProved) {
  for (const bool holdsForAny : {true, false}) {
    const auto make = [holdsForAny](Terms& t) {
      const Term x = t.variable(8, "x"), square = x * x, y = t.variable(8, "y");
      Obligation p;
      p.name = "o";
      p.query.goal = holdsForAny ? (square * (y + 1)).eq(square * y + square) : (square & 2).eq(t.constant(8, 0));
      p.anyValues = {{square, t.variable(8, "any")}};
      return p;
    };
    const Certifier says = [](const Query& query) {
      const std::vector<Term> variables = symbolic::variablesOf(std::array{query.goal});
      const bool any = std::ranges::any_of(variables, [](Term v) { return v.node()->name == "any"; });
      return Certificate{Certificate::Status::Certified, any ? "any" : "itself"};
    };
    EXPECT_EQ(certificateOf(make, says, Verdict::Proved).reason, holdsForAny ? "any" : "itself");
  }
}

TEST(Runner, FailsWhereATwinIsNotRefuted) {
  const Outcome outcome = runOne([](Terms& t) { return twin(t, "o", 1); }, options());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved);
  EXPECT_EQ(outcome.exitCode, ExitCode::Counterexample);
}

TEST(Runner, FailsWhereATheoremIsRefutedAndShowsTheCounterexample) {
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o", 3); }, options());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
  EXPECT_EQ(outcome["o"].counterexample, "product differs");
  EXPECT_EQ(outcome.exitCode, ExitCode::Counterexample);
}

// What is wrong may fault where its witness is tried as a whole instruction.
TEST(Runner, AWitnessThatReplaysRefutesWhateverEndsWhoShowsIt) {
  const auto wrong = [](Terms& terms) {
    std::vector<Obligation> all;
    for (const char* name : {"one", "other"})
      all.push_back(distributes(terms, name, 3));
    return all;
  };
  RunOptions o = options();
  o.onCounterexample = [](const Obligation& obligation, const Assignment&, const Replay&) -> std::string {
    if (obligation.name == "one")
      std::raise(SIGSEGV);
    return "shown";
  };
  const Outcome outcome = runAll({theorem("t", wrong)}, o);
  EXPECT_EQ(outcome.count, 2u);
  EXPECT_EQ(outcome["one"].verdict, Verdict::Refuted) << outcome["one"].reason;
  EXPECT_TRUE(outcome["one"].counterexample.starts_with("product differs\n")) << outcome["one"].counterexample;
  EXPECT_NE(outcome["one"].counterexample.find("signal 11"), std::string::npos) << outcome["one"].counterexample;
  EXPECT_EQ(outcome["other"].verdict, Verdict::Refuted) << outcome["other"].reason;
  EXPECT_EQ(outcome["other"].counterexample, "shown");
}

TEST(Runner, AWitnessThatDoesNotReplayIsAnError) {
  for (const bool isTwin : {true, false}) {
    const Outcome outcome = runOne(
        [isTwin](Terms& t) {
          Obligation p = isTwin ? twin(t, "o") : distributes(t, "o", 3);
          p.replay = [](const Assignment&) { return Replay{false, "both give 7", std::nullopt}; };
          return p;
        },
        options());
    EXPECT_EQ(outcome["o"].verdict, Verdict::Error);
    EXPECT_NE(outcome["o"].reason.find("both give 7"), std::string::npos);
    EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive);
  }
}

TEST(Runner, ATwinWithoutAReplayIsAnError) {
  const Outcome outcome = runOne(
      [](Terms& t) {
        Obligation p = twin(t, "o");
        p.replay = {};
        return p;
      },
      options());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Error);
}

TEST(Runner, ATwinIsRefutedWhereItShouldBe) {
  const auto make = [](const std::string& mustDiffer) {
    return [mustDiffer](Terms& t) { // the product differs for x = 1, the sum for x = 2: a model is good for one only
      const Term x = t.variable(8, "x");
      const auto at = [&](unsigned value) { return x.eq(value).ite(x + 1, x); };
      Obligation p = twin(t, "o");
      p.outputs = {{"product", at(1), x}, {"sum", at(2), x}, {"frame", x, x}};
      p.query.goal = p.outputs[0].got.eq(x) & p.outputs[1].got.eq(x);
      p.mustDiffer = mustDiffer;
      p.replay = [mustDiffer](const Assignment& a) {
        return Replay{a.at("x") == (mustDiffer == "product" ? 1 : 2), "", std::nullopt};
      };
      return p;
    };
  };
  EXPECT_EQ(runOne(make("product"), options())["o"].verdict, Verdict::Refuted);
  EXPECT_EQ(runOne(make("sum"), options())["o"].verdict, Verdict::Refuted);
  const Outcome elsewhere = runOne(make("frame"), options());
  EXPECT_EQ(elsewhere["o"].verdict, Verdict::Proved) << "refuted, but not there";
  EXPECT_EQ(elsewhere.exitCode, ExitCode::Counterexample);
  EXPECT_EQ(runOne(make("no such output"), options())["o"].verdict, Verdict::Error);
}

TEST(Runner, AssumptionsThatContradictEachOtherAreVacuous) {
  const auto contradiction = [](Terms& t, const Obligation& base) {
    Obligation p = base;
    const Term x = t.variable(8, "x");
    p.query.assumptions = {(x * x).eq(3)}; // no square is 3 modulo 4
    return p;
  };
  const Outcome proved = runOne([&](Terms& t) { return contradiction(t, distributes(t, "o")); }, options());
  EXPECT_EQ(proved["o"].verdict, Verdict::Vacuous);
  EXPECT_EQ(proved.exitCode, ExitCode::Inconclusive);
  const Outcome refuted = runOne([&](Terms& t) { return contradiction(t, twin(t, "o")); }, options());
  EXPECT_EQ(refuted["o"].verdict, Verdict::Vacuous) << "a twin is not refuted by nonsense";
  const Outcome asked = runOne(
      [&](Terms& t) {
        Obligation p = contradiction(t, Obligation{});
        p.name = "o";
        return p;
      },
      options());
  EXPECT_EQ(asked["o"].verdict, Verdict::Vacuous);
  const Outcome folded = runOne(
      [](Terms& t) {
        Obligation p = distributes(t, "o");
        p.query.assumptions = {t.truth(false)};
        return p;
      },
      options());
  EXPECT_EQ(folded["o"].verdict, Verdict::Vacuous);
}

TEST(Runner, AssumptionsThatCanHoldAreProvedToDoSo) {
  const Outcome outcome = runOne(
      [](Terms& t) {
        Obligation p;
        p.name = "o";
        const Term x = t.variable(8, "x");
        p.query.assumptions = {(x * x).eq(9)};
        return p;
      },
      options());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved);
}

/// x is odd, if its square is that; a condition that may be asked of any value.
Obligation oddIfSquareIs(Terms& t, symbolic::Bits square, bool isOddAnyway) {
  const Term x = t.variable(8, "x"), condition = (x * x).eq(square);
  Obligation o;
  o.name = "o";
  o.query.assumptions = {condition};
  o.query.goal = (isOddAnyway ? x * x + x + 1 : x).bit(0);
  o.anyValues = {{condition, t.variable(1, "any")}};
  return o;
}

TEST(Runner, AConditionThatTheGoalDoesNotNeedIsLeftOutFirst) {
  const auto answers = std::make_shared<toy::Scripted>("scripted", [](const std::string& text) -> std::string {
    if (text.find("(assert (not") == std::string::npos) // can the assumptions hold?
      return "sat\n((|x| #x03))\n";
    return text.find("|any|") != std::string::npos && text.find("#x09") == std::string::npos ? "unsat\n" : "unknown\n";
  });
  RunOptions scripted = options();
  scripted.policy = toy::only(answers);
  EXPECT_EQ(runOne([](Terms& t) { return oddIfSquareIs(t, 9, true); }, scripted)["o"].verdict, Verdict::Proved);
}

TEST(Runner, AConditionThatTheGoalNeedsIsAskedWithIt) {
  EXPECT_EQ(runOne([](Terms& t) { return oddIfSquareIs(t, 9, false); }, options())["o"].verdict, Verdict::Proved);
}

TEST(Runner, AConditionThatIsLeftOutMustBeAbleToHold) {
  for (const bool isOddAnyway : {false, true})
    EXPECT_EQ(runOne([&](Terms& t) { return oddIfSquareIs(t, 3, isOddAnyway); }, options())["o"].verdict,
              Verdict::Vacuous);
}

/// x is less than y, and that less than 9; much is said of others, which all are one, or cannot be.
Obligation lessAmongMany(Terms& t, symbolic::Bits than, bool canOthersBe = true) {
  constexpr unsigned kOthers = 500;
  const Term x = t.variable(8, "x"), y = t.variable(8, "y");
  const auto other = [&](unsigned i) { return t.variable(16, fmt::format("z{}", i)); };
  Term many = x.ult(y);
  for (unsigned i = 1; i < kOthers; ++i)
    many = many & other(i).eq(other(i - 1));
  if (!canOthersBe)
    many = many & other(0).ne(other(kOthers - 1));
  Obligation o;
  o.name = "o";
  o.query = {{many, y.ult(t.constant(8, 9))}, x.ult(t.constant(8, than))};
  o.outputs = {{"o", o.query.goal, t.truth(true)}};
  o.replay = [](const Assignment&) { return Replay{true, "", std::nullopt}; };
  return o;
}

TEST(Runner, WhatIsAssumedOfOthersIsLeftOutOfALongQuestionFirst) {
  const auto answers = std::make_shared<toy::Scripted>("scripted", [](const std::string& text) -> std::string {
    if (text.find("(assert (not (bvult |x|") == std::string::npos) // can the assumptions hold?
      return makeZ3()->answer(text);
    return text.find("|z") == std::string::npos && text.find("|y|") != std::string::npos ? "unsat\n" : "unknown\n";
  });
  RunOptions scripted = options();
  scripted.policy = toy::only(answers);
  EXPECT_EQ(runOne([](Terms& t) { return lessAmongMany(t, 8); }, scripted)["o"].verdict, Verdict::Proved);
}

TEST(Runner, WhatIsLeftOutOfALongQuestionMustBeAbleToHold) {
  EXPECT_EQ(runOne([](Terms& t) { return lessAmongMany(t, 8); }, options())["o"].verdict, Verdict::Proved);
  EXPECT_EQ(runOne([](Terms& t) { return lessAmongMany(t, 8, false); }, options())["o"].verdict, Verdict::Vacuous);
}

TEST(Runner, AWitnessOfALongQuestionIsOneOfAllThatIsAssumed) {
  EXPECT_EQ(runOne([](Terms& t) { return lessAmongMany(t, 7); }, options())["o"].verdict, Verdict::Refuted);
  EXPECT_EQ(runOne([](Terms& t) { return lessAmongMany(t, 7, false); }, options())["o"].verdict, Verdict::Vacuous);
}

TEST(Runner, ALongQuestionWhoseWitnessIsKnownIsNoShorterOne) {
  RunOptions simulating = options();
  simulating.policy = toy::only(says("liar", "unsat\n")); // who is not asked
  simulating.policy.simulates = true;
  const auto known = [](Terms& t) {
    Obligation o = lessAmongMany(t, 7);
    o.ask([](Obligation::Asking& asking) { asking.near = Assignment{{"x", 7}, {"y", 8}}; });
    return o;
  };
  EXPECT_EQ(runOne(known, simulating)["o"].verdict, Verdict::Refuted);
}

TEST(Runner, AValueThatTheQuerySpeaksOfIsNotAnyValue) {
  const Outcome outcome = runOne(
      [](Terms& t) {
        const Term x = t.variable(8, "x"), y = t.variable(8, "y");
        Obligation o = twin(t, "o");
        o.expected = Verdict::Proved;
        o.mustDiffer.clear();
        o.anyValues = {{o.outputs[0].got, o.outputs[0].expected}, {x, y}};
        return o;
      },
      options());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
}

/// A variable in the place of two terms says that they are equal, and one with few values that a term has no other.
TEST(Runner, WhatStandsForTwoTermsOrHasFewValuesIsNotAnyValue) {
  for (const bool isShared : {true, false}) {
    const Outcome outcome = runOne(
        [&](Terms& t) {
          const Term x = t.variable(8, "x"), y = t.variable(8, "y"), z = t.variable(8, "z");
          Obligation o;
          o.name = "o";
          o.query.goal = isShared ? x.eq(y) : x.ult(symbolic::Bits(2));
          o.outputs = {{"value", x, isShared ? y : t.constant(8, 1)}};
          o.expected = Verdict::Refuted;
          o.replay = [](const Assignment&) { return Replay{true, "", std::nullopt}; };
          if (isShared)
            o.anyValues = {{x, z}, {y, z}};
          else
            o.anyValues = {{x, z & symbolic::Bits(1)}};
          return o;
        },
        options());
    EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << isShared << outcome["o"].reason;
  }
}

TEST(Runner, ReadsUninterpretedFunctionsBackFromTheModel) {
  const Outcome outcome = runOne(
      [](Terms& t) {
        const Term x = t.variable(8, "x"), y = t.variable(8, "y");
        const auto f = [&](Term a) { return t.apply(8, "f", std::span<const Term>(&a, 1)); };
        Obligation p;
        p.name = "o";
        p.query.assumptions = {f(f(x)).eq(7), f(y).ne(f(x)), x.ult(y)};
        p.query.goal = f(f(y)).eq(7);
        p.outputs = {{"value", f(f(y)), t.constant(8, 7)}};
        p.expected = Verdict::Refuted;
        p.replay = [](const Assignment&) { return Replay{true, "", std::nullopt}; };
        return p;
      },
      options());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << outcome["o"].reason;
}

TEST(Runner, ATimeOutIsReportedAsSuch) {
  for (const char* solver : {"z3", "cvc5", "any"}) {
    RunOptions o = options();
    o.policy = *solverPolicy(solver);
    o.policy.headStart = 0.2;
    o.timeout = 0.7;
    const Outcome outcome = runOne([](Terms& t) { return hard(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Unknown);
    EXPECT_NE(outcome["o"].reason.find("time-out"), std::string::npos) << outcome["o"].reason;
    EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive);
  }
}

TEST(Runner, ASolverThatCrashesOrBabblesEndsOneObligation) {
  for (const char* how : {"abort", "junk", "nothing", "truncated", "half a line", "error", "no end", "no text"}) {
    const auto solver = std::make_shared<Scripted>("bad", [how](const std::string& text) -> std::string {
      if (text.find("|z|") == std::string::npos)
        return "unsat\n";
      if (how == std::string("abort"))
        std::abort();
      if (how == std::string("junk"))
        return "\x01\xff\xfejunk\n";
      if (how == std::string("no text"))
        return "sat\n((x \xff))\n";
      if (how == std::string("no end"))
        return "unsat\n" + std::string(100 << 20, 'y');
      if (how == std::string("truncated"))
        return "unsa";
      if (how == std::string("half a line"))
        return "unsat";
      if (how == std::string("error"))
        return "(error \"no\")\nunsat\n";
      return "";
    });
    RunOptions o = options();
    o.policy = only(solver);
    const Outcome outcome = runAll({theorem("t",
                                            [](Terms& t) {
                                              std::vector<Obligation> all = list(hard(t, "crashes"));
                                              all.push_back(distributes(t, "fine"));
                                              return all;
                                            })},
                                   o);
    EXPECT_EQ(outcome["fine"].verdict, Verdict::Proved);
    EXPECT_EQ(outcome["crashes"].verdict, Verdict::Unknown) << how;
    EXPECT_NE(outcome["crashes"].reason.find("crash"), std::string::npos) << outcome["crashes"].reason;
  }
}

TEST(Runner, ModelsThatLieAreErrors) {
  for (const char* model : {"((|x| #x00) (|y| #x00))", "((|x| #x", "garbage", ""}) {
    RunOptions o = options();
    o.policy = only(says("liar", std::string("sat\n") + model));
    const Outcome outcome = runOne([](Terms& t) { return twin(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Error) << model;
  }
}

TEST(Runner, AModelUnderWhichTheGoalHoldsIsAnError) {
  RunOptions o = options();
  o.policy = only(says("liar", "sat\n((|x| #x01) (|y| #x02))\n"));
  const Outcome outcome = runOne(
      [](Terms& t) {
        Obligation p = distributes(t, "o");
        p.outputs.clear();
        p.replay = {};
        return p;
      },
      o);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Error);
}

TEST(Runner, AWorkerThatDiesLeavesARecordOfEveryObligation) {
  const Outcome outcome = runAll({theorem("t",
                                          [](Terms& t) {
                                            std::vector<Obligation> all = list(distributes(t, "first"));
                                            all.push_back(distributes(t, "second"));
                                            all[1].query.goal = t.variable(8, "x"); // no truth value: asserted against
                                            all.push_back(distributes(t, "third"));
                                            return all;
                                          })},
                                 options());
  EXPECT_EQ(outcome.count, 3u);
  for (const char* name : {"first", "second", "third"})
    EXPECT_EQ(outcome[name].verdict, Verdict::Error) << name;
}

TEST(Runner, SolversThatContradictEachOtherAreAnError) {
  RunOptions o = options();
  o.policy = both(makeZ3(), says("liar", "sat\n((|x| #x01) (|y| #x00))\n"));
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Error);
  EXPECT_EQ(outcome["o"].reason, "the solvers contradict each other: z3: unsat; liar: sat");
  o.policy = both(makeZ3(), says("unsure", "unknown\n"));
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Unknown);
}

// What is handed over is what was asked: of the goal, or, where that is settled, of the assumptions alone.
TEST(Runner, HandsOverTheQueryThatSolversLeaveUndecided) {
  RunOptions o = options();
  o.onUndecided = [](const Undecided& undecided) {
    return " | " + undecided.obligation + " | " + undecided.said + " | " + undecided.text;
  };
  const auto assumed = [](Terms& t) {
    Obligation p = distributes(t, "o");
    p.query.assumptions = {t.variable(8, "x").ult(t.constant(8, 9))};
    return p;
  };
  const auto asked = [&](bool goal) {
    Terms terms;
    Obligation p = assumed(terms);
    if (!goal)
      p.query.goal = {};
    return symbolic::smtLib(p.query);
  };
  const auto shown = [](const std::string& said, const std::string& text) {
    return said + " | o | " + said + " | " + text;
  };

  o.policy = both(makeZ3(), says("liar", "sat\n((|x| #x01) (|y| #x00))\n"));
  EXPECT_EQ(runOne(assumed, o)["o"].reason,
            shown("the solvers contradict each other: z3: unsat; liar: sat", asked(true)));
  o.policy = only(says("denies", "unsat\n"));
  EXPECT_EQ(runOne(assumed, o)["o"].verdict, Verdict::Vacuous) << "decided";
  o.policy = both(makeZ3(), says("denies", "unsat\n"));
  EXPECT_EQ(runOne(assumed, o)["o"].reason,
            shown("can the assumptions hold? the solvers contradict each other: z3: sat; denies: unsat", asked(false)));
  o.policy = only(says("unsure", "unknown\n"));
  EXPECT_EQ(runOne(assumed, o)["o"].reason, shown("unsure: unknown, the solver gave up", asked(true)));
}

TEST(Runner, AnySolverMayAnswer) {
  RunOptions o = options();
  const auto hangs = std::make_shared<Scripted>("hangs", [](const std::string&) -> std::string {
    while (true)
      pause();
  });
  for (const auto& first : {says("unsure", "unknown\n"), std::shared_ptr<const Solver>(hangs)}) {
    o.policy = {{first, makeZ3()}, false, 0.1};
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << first->name();
    EXPECT_EQ(outcome["o"].solver, "z3");
  }
}

TEST(Runner, TheLastSolverIsAskedFirstWhereItIsSooner) {
  RunOptions o = options();
  o.jobs = 1; // one after the other
  for (const char* sooner : {"o", "p", "none"}) {
    o.policy = {{says("first", "unsat\n"), says("last", "unsat\n")}, false, 20};
    o.policy.sooner = [sooner](std::string_view name) { return name == sooner ? "last" : ""; };
    const Outcome outcome = runAll({theorem("t",
                                            [](Terms& t) {
                                              std::vector<Obligation> all = list(distributes(t, "o"));
                                              all.push_back(distributes(t, "p"));
                                              all.back().query.assumptions = {t.variable(8, "x").ult(9)};
                                              return all;
                                            })},
                                   o);
    for (const char* name : {"o", "p"})
      EXPECT_EQ(outcome[name].solver, name == std::string(sooner) ? "last" : "first") << sooner;
  }
}

TEST(Runner, WhoIsSoonerHasTheLongerStart) {
  RunOptions o = options();
  const auto works = std::make_shared<Scripted>("works", [](const std::string&) {
    usleep(800'000);
    return std::string("unsat\n");
  });
  for (const bool isSooner : {true, false}) {
    o.policy = {{says("other", "unsat\n"), works}, false, 0.1};
    if (!isSooner)
      std::swap(o.policy.solvers[0], o.policy.solvers[1]);
    o.policy.sooner = [isSooner](std::string_view) { return isSooner ? "works" : ""; };
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].solver, isSooner ? "works" : "other");
  }
}

TEST(Runner, WhoIsAskedFirstMakesWayToo) {
  RunOptions o = options();
  const auto hangs = std::make_shared<Scripted>("hangs", [](const std::string&) -> std::string {
    while (true)
      pause();
  });
  const std::shared_ptr<const Solver> all[] = {says("unsure", "unknown\n"), hangs};
  for (const auto& last : all) {
    o.policy = {{makeZ3(), last}, false, 0.1};
    o.policy.sooner = [&](std::string_view) { return std::string_view(last == all[0] ? "unsure" : "hangs"); };
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << last->name();
    EXPECT_EQ(outcome["o"].solver, "z3");
  }
}

/// Is given terms; its exit status is what a function makes of them.
class Refuter final : public Solver {
public:
  explicit Refuter(std::function<int(const Query&)> script) : script_(std::move(script)) {}
  std::string name() const override { return "refuter"; }
  std::string version() const override { return "1"; }
  std::string options() const override { return "scripted"; }
  int solve(const std::string&, ParentChannel) const override { return 1; }
  bool takesTerms() const override { return true; }
  int solveTerms(const Query& query, ParentChannel) const override { return script_(query); }
  RawAnswer answerTo(const Query&, const Ended& ended) const override {
    const bool has = ended.how == Ended::How::Exited && ended.code == kRefuted;
    return {has ? RawAnswer::Kind::Unsat : RawAnswer::Kind::Unknown, "", ended.seconds};
  }
  static constexpr int kRefuted = 20;

private:
  std::function<int(const Query&)> script_;
};

RunOptions optionsWith(std::function<int(const Query&)> script) {
  RunOptions o = options();
  o.policy.solvers.insert(o.policy.solvers.begin(), std::make_shared<Refuter>(std::move(script)));
  return o;
}

/// In any process.
std::size_t callsOf(const std::string& file) {
  return std::filesystem::exists(file) ? std::filesystem::file_size(file) : 0;
}
void noteCall(const std::string& file) { std::ofstream(file, std::ios::app) << '.'; }

TEST(Runner, WhoIsGivenTermsIsAskedFirst) {
  const std::pair<std::function<int(const Query&)>, const char*> rows[] = {
      {[](const Query&) { return Refuter::kRefuted; }, "refuter"},
      {[](const Query&) { return 10; }, "z3"},
      {[](const Query&) -> int { std::abort(); }, "z3"},
      {[](const Query&) { return pause(); }, "z3"},
  };
  for (const auto& [script, solver] : rows) {
    RunOptions o = optionsWith(script);
    o.timeout = 3;
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << outcome["o"].reason;
    EXPECT_EQ(outcome["o"].solver, solver);
  }
}

TEST(Runner, WhoIsGivenTermsIsNotAskedBeforeWhoIsSooner) {
  RunOptions o = optionsWith([](const Query&) { return Refuter::kRefuted; });
  o.policy.sooner = [](std::string_view) { return "z3"; };
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].solver, "z3");
}

TEST(Runner, WhoIsAskedInPlaceOfWhoIsGivenTermsHasTheLongerStart) {
  const auto works = std::make_shared<Scripted>("works", [](const std::string&) {
    usleep(800'000);
    return std::string("unsat\n");
  });
  for (const bool isSooner : {true, false}) {
    RunOptions o = optionsWith([](const Query&) { return 10; });
    o.policy = {{o.policy.solvers.front(), works, says("other", "unsat\n")}, false, 0.1};
    o.policy.sooner = [isSooner](std::string_view) { return isSooner ? "works" : ""; };
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].solver, isSooner ? "works" : "other");
  }
}

TEST(Runner, WhoIsGivenTermsIsAskedOnceAndKept) {
  const Folder folder;
  RunOptions o = optionsWith([file = folder / "calls"](const Query&) {
    noteCall(file);
    return Refuter::kRefuted;
  });
  const auto cache = Cache::open(folder / "cache", CacheMode::Use);
  o.cache = &*cache;
  const auto build = [](const std::string& name) {
    return theorem(name, [name](Terms& t) {
      std::vector<Obligation> all = list(distributes(t, name + "/o"));
      all.push_back(distributes(t, name + "/p"));
      return all;
    });
  };
  for (const bool again : {false, true}) {
    const Outcome outcome = runAll({build("t"), build("u")}, o);
    bool areCached = true; // one theorem may find what the other has kept
    for (const char* name : {"t/o", "t/p", "u/o", "u/p"}) {
      EXPECT_EQ(outcome[name].solver, "refuter") << name;
      areCached &= outcome[name].cached;
    }
    EXPECT_EQ(areCached, again);
    EXPECT_EQ(callsOf(folder / "calls"), 1u);
  }
}

TEST(Runner, AnotherIsAskedForTermsWhereTheFirstHasLeft) {
  const Folder folder;
  RunOptions o = optionsWith([file = folder / "calls"](const Query& query) {
    if (query.assumptions.empty() || !query.goal)
      return 10; // what is wrong; whether assumptions can hold
    noteCall(file);
    usleep(callsOf(file) == 1 ? 10'000'000 : 0);
    return Refuter::kRefuted;
  });
  o.stopAtRefuted = true;
  const auto shared = [](Terms& t, const std::string& name) {
    Obligation obligation = distributes(t, name);
    obligation.query.assumptions = {t.variable(8, "x").ult(9)};
    return list(std::move(obligation));
  };
  const Outcome outcome = runAll({theorem("leaves",
                                          [&](Terms& t) {
                                            std::vector<Obligation> all = shared(t, "leaves/o");
                                            all.push_back(distributes(t, "leaves/wrong", 3));
                                            return all;
                                          }),
                                  theorem("stays",
                                          [&](Terms& t) {
                                            while (callsOf(folder / "calls") == 0)
                                              usleep(1000);
                                            return shared(t, "stays/o");
                                          })},
                                 o);
  EXPECT_EQ(outcome["leaves/wrong"].verdict, Verdict::Refuted);
  EXPECT_EQ(outcome["stays/o"].verdict, Verdict::Proved) << outcome["stays/o"].reason;
  EXPECT_EQ(outcome["stays/o"].solver, "refuter");
  EXPECT_EQ(callsOf(folder / "calls"), 2u);
}

TEST(Runner, ASolverThatMadeWayGoesOnAfterwards) {
  RunOptions o = options();
  const auto works = std::make_shared<Scripted>("works", [](const std::string&) {
    usleep(300'000);
    return std::string("unsat\n");
  });
  const auto hangs = std::make_shared<Scripted>("hangs", [](const std::string&) -> std::string {
    while (true)
      pause();
  });
  for (const auto& second : {says("unsure", "unknown\n"), std::shared_ptr<const Solver>(hangs)}) {
    o.policy = {{works, second}, false, 0.1};
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << second->name() << ": " << outcome["o"].reason;
    EXPECT_EQ(outcome["o"].solver, "works");
  }
}

TEST(Runner, ARestingSolversTimeDoesNotRun) {
  RunOptions o = options();
  o.timeout = 1.5;
  o.policy = {{std::make_shared<Scripted>("slow",
                                          [](const std::string&) {
                                            usleep(700'000); // goes on while it is stopped
                                            return std::string("unsat\n");
                                          }),
               std::make_shared<Scripted>("hangs",
                                          [](const std::string&) -> std::string {
                                            while (true)
                                              pause();
                                          })},
              false,
              0.5 / SolverPolicy::kPatience};
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, o);
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved)
      << "0.5 s before the other's 1.5, what is left of its own after them";
}

TEST(Runner, SecondsAreOfProcessors) {
  const auto waits = [] { usleep(400'000); };
  const auto works = [] {
    while (processorSeconds() < 0.4) {
    }
  };
  const auto secondsOf = [](const std::function<void()>& what, bool asCheck) {
    RunOptions o = options();
    o.policy = only(std::make_shared<Scripted>("scripted", [what](const std::string&) {
      what();
      return std::string("unsat\n");
    }));
    const Outcome outcome = runOne(
        [&](Terms& t) {
          return asCheck ? byEvidence("o", Verdict::Checked,
                                      [what] {
                                        what();
                                        return Obligation::Evidence{Verdict::Checked, "all", ""};
                                      })
                         : distributes(t, "o");
        },
        o);
    return outcome["o"].seconds;
  };
  for (const bool asCheck : {false, true}) {
    EXPECT_LT(secondsOf(waits, asCheck), 0.2);
    EXPECT_GE(secondsOf(works, asCheck), 0.4);
  }
}

TEST(Runner, ChecksThatCrashOrHangEndOneObligation) {
  RunOptions o = options();
  o.timeout = 0.5;
  const auto check = [](std::string name, std::function<Obligation::Evidence()> f) {
    Obligation p;
    p.name = std::move(name);
    p.expected = Verdict::Checked;
    p.check = std::move(f);
    return p;
  };
  const Outcome outcome = runAll(
      {theorem("t",
               [&](Terms&) {
                 std::vector<Obligation> all;
                 all.push_back(check("aborts", []() -> Obligation::Evidence { std::abort(); }));
                 all.push_back(check("hangs", []() -> Obligation::Evidence {
                   while (true)
                     pause();
                 }));
                 all.push_back(check("throws", []() -> Obligation::Evidence { throw std::runtime_error("no"); }));
                 all.push_back(
                     check("fine", [] { return Obligation::Evidence{Verdict::Checked, "all 7 of them", ""}; }));
                 all.push_back(check("false", [] { return Obligation::Evidence{Verdict::Refuted, "", "3 is even"}; }));
                 return all;
               })},
      o);
  EXPECT_EQ(outcome["aborts"].verdict, Verdict::Error);
  EXPECT_EQ(outcome["hangs"].verdict, Verdict::Unknown);
  EXPECT_EQ(outcome["throws"].verdict, Verdict::Error);
  EXPECT_EQ(outcome["fine"].verdict, Verdict::Checked);
  EXPECT_EQ(outcome["fine"].reason, "all 7 of them");
  EXPECT_EQ(outcome["false"].verdict, Verdict::Refuted);
  EXPECT_EQ(outcome["false"].counterexample, "3 is even");
  EXPECT_EQ(outcome.exitCode, ExitCode::Counterexample) << "where a counterexample and something inconclusive occur: 1";
}

TEST(Runner, ReplaysThatCrashOrHangEndOneObligation) {
  RunOptions o = options();
  o.timeout = 1;
  const Outcome outcome = runAll({theorem("t",
                                          [](Terms& t) {
                                            std::vector<Obligation> all;
                                            all.push_back(twin(t, "good"));
                                            all.push_back(twin(t, "aborts", 5));
                                            all.push_back(twin(t, "hangs", 7));
                                            all.push_back(twin(t, "good too", 9));
                                            all[1].replay = [](const Assignment&) -> Replay { std::abort(); };
                                            all[2].replay = [](const Assignment&) -> Replay {
                                              while (true)
                                                pause();
                                            };
                                            return all;
                                          })},
                                 o);
  EXPECT_EQ(outcome["good"].verdict, Verdict::Refuted) << outcome["good"].reason;
  EXPECT_EQ(outcome["good too"].verdict, Verdict::Refuted) << outcome["good too"].reason;
  EXPECT_EQ(outcome["aborts"].verdict, Verdict::Error);
  EXPECT_NE(outcome["aborts"].reason.find("signal 6"), std::string::npos) << outcome["aborts"].reason;
  EXPECT_EQ(outcome["hangs"].verdict, Verdict::Error);
  EXPECT_NE(outcome["hangs"].reason.find("time-out"), std::string::npos) << outcome["hangs"].reason;
}

TEST(Runner, TheoremsThatCannotBeStatedAreRecorded) {
  RunOptions o = options();
  o.buildTimeout = 0.5;
  const Outcome outcome =
      runAll({theorem("unsupported", [](Terms&) { return Problem{Verdict::Unsupported, "inline asm in warplaw_x"}; }),
              theorem("aborts", [](Terms&) -> Obligations { std::abort(); }),
              theorem("hangs",
                      [](Terms&) -> Obligations {
                        while (true)
                          pause();
                      }),
              theorem("fine", [](Terms& t) { return list(distributes(t, "fine/o")); })},
             o);
  EXPECT_EQ(outcome.count, 4u);
  EXPECT_EQ(outcome["unsupported"].verdict, Verdict::Unsupported);
  EXPECT_EQ(outcome["unsupported"].reason, "inline asm in warplaw_x");
  EXPECT_EQ(outcome["aborts"].verdict, Verdict::Error);
  EXPECT_EQ(outcome["hangs"].verdict, Verdict::Unknown);
  EXPECT_NE(outcome["hangs"].reason.find("time-out"), std::string::npos) << outcome["hangs"].reason;
  EXPECT_EQ(outcome["fine/o"].verdict, Verdict::Proved);
  EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive);
}

TEST(Runner, MemoryIsLimited) {
  const auto eats = std::make_shared<Scripted>("eats", [](const std::string& text) -> std::string {
    const std::string big(std::size_t{1} << 28, 'x');
    return big[big.size() / (text.size() + 1)] == 'x' ? "unsat\n" : "";
  });
  RunOptions o = options();
  o.policy = only(eats);
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Proved);
  o.memoryBytes = 64 << 20;
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Unknown);
}

TEST(Runner, ManyTheoremsShareTheCores) {
  std::vector<Theorem> theorems;
  for (int i = 0; i < 40; ++i)
    theorems.push_back(theorem(fmt::format("t{}", i), [i](Terms& t) {
      std::vector<Obligation> all;
      for (int k = 0; k < 5; ++k)
        all.push_back(k % 2 == 0 ? distributes(t, fmt::format("t{}/{}", i, k))
                                 : twin(t, fmt::format("t{}/{}", i, k), 3 + k));
      return all;
    }));
  for (const unsigned jobs : {1u, 3u}) {
    RunOptions o = options();
    o.jobs = jobs;
    const Outcome outcome = runAll(theorems, o);
    EXPECT_EQ(outcome.count, 200u);
    EXPECT_EQ(outcome.exitCode, ExitCode::AsExpected);
  }
}

std::vector<pid_t> childrenOfThis() {
  std::vector<pid_t> all;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;)
      all.push_back(child);
  }
  return all;
}

// Whatever was decided has its record; nothing else is proved, refuted or an error. A signal to the children, as a
// terminal sends it, is no fault of theirs.
TEST(Runner, AStopLeavesTheoremsOpenAndSaysSo) {
  for (const int signal : {0, SIGINT, SIGTERM}) {
    std::atomic<bool> stop = false;
    RunOptions o = options();
    o.jobs = 3;
    o.stop = &stop;
    o.timeout = 1000;
    std::vector<Theorem> theorems;
    theorems.push_back(theorem("quick", [](Terms& t) { return list(distributes(t, "quick/o")); }));
    for (const std::string name : {"a", "b", "c", "d"})
      theorems.push_back(theorem(name, [name](Terms& t) {
        std::vector<Obligation> all = list(hard(t, name + "/hard"));
        all.push_back(distributes(t, name + "/o"));
        return all;
      }));
    std::vector<Record> records;
    RunObserver observer;
    std::size_t progressed = 0;
    std::thread later;
    observer.onRecord = [&](const Record& record) { records.push_back(record); };
    observer.onProgress = [&](const Progress& progress) {
      if (later.joinable() || progress.done < 3 || ++progressed < 3) // hard ones are asked by now
        return;
      if (signal)
        for (const pid_t child : childrenOfThis())
          kill(child, signal); // what is sent to us comes later
      later = std::thread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(signal ? 30 : 0));
        stop = true;
      });
    };
    const auto start = Clock::now();
    run(theorems, o, observer);
    later.join();
    EXPECT_LT(secondsSince(start), 100);
    std::map<std::string, Record> byName;
    for (const Record& record : records)
      EXPECT_TRUE(byName.emplace(record.name, record).second) << record.name;
    EXPECT_EQ(byName.at("quick/o").verdict, Verdict::Proved);
    EXPECT_FALSE(byName.contains("quick"));
    for (const std::string name : {"a", "b", "c", "d"}) {
      EXPECT_FALSE(byName.contains(name + "/hard"));
      ASSERT_TRUE(byName.contains(name));
      EXPECT_TRUE(isInterrupted(byName[name]));
      EXPECT_EQ(byName[name].exitCode(), ExitCode::Inconclusive);
      if (byName.contains(name + "/o"))
        EXPECT_EQ(byName[name + "/o"].verdict, Verdict::Proved);
    }
    EXPECT_TRUE(childrenOfThis().empty());
  }
}

volatile std::sig_atomic_t interrupts = 0, sentToAnother = 0;
void onInterrupt(int) { interrupts = interrupts + 1; }
/// Ctrl-C while somebody else's handler is there.
void onAlarm(int) {
  struct sigaction now{};
  sigaction(SIGINT, nullptr, &now);
  if (sentToAnother || now.sa_handler == onInterrupt)
    return;
  sentToAnother = 1;
  raise(SIGINT);
}

// Z3 has a handler of its own while it works, and what it puts back is another one than it found.
TEST(Runner, CtrlCStaysOursWhereASolverWorksInThisProcess) {
  struct sigaction ours{}, alarm{}, before{}, after{};
  ours.sa_handler = onInterrupt;
  ours.sa_flags = static_cast<int>(SA_RESETHAND);
  alarm.sa_handler = onAlarm;
  struct sigaction oldInterrupt{}, oldAlarm{};
  sigaction(SIGINT, &ours, &oldInterrupt);
  sigaction(SIGINT, nullptr, &before);
  makeZ3()->prepare();
  sigaction(SIGINT, nullptr, &after);
  EXPECT_TRUE(after.sa_handler == onInterrupt);
  EXPECT_EQ(after.sa_flags, before.sa_flags);

  ours.sa_flags = 0;
  sigaction(SIGINT, &ours, nullptr);
  sigaction(SIGALRM, &alarm, &oldAlarm);
  const itimerval often{{0, 50}, {0, 50}}, never{};
  setitimer(ITIMER_REAL, &often, nullptr);
  for (unsigned tries = 0; tries < 100 && !sentToAnother; ++tries)
    makeZ3()->prepare();
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &oldAlarm, nullptr);
  sigaction(SIGINT, &oldInterrupt, nullptr);
  EXPECT_TRUE(sentToAnother) << "no handler but ours was ever seen";
  EXPECT_EQ(interrupts, 1);
}

TEST(Runner, ARunThatIsStoppedBeforeItBeginsAsksNothing) {
  const std::atomic<bool> stop = true;
  RunOptions o = options();
  o.stop = &stop;
  const Outcome outcome = runAll({theorem("t", [](Terms& t) { return list(distributes(t, "t/o")); })}, o);
  EXPECT_EQ(outcome.count, 1u);
  EXPECT_TRUE(isInterrupted(outcome["t"]));
}

TEST(Runner, StopsAtARefutationWhereAsked) {
  RunOptions o = options();
  o.stopAtRefuted = true;
  const Outcome outcome = runAll({theorem("t",
                                          [](Terms& t) {
                                            std::vector<Obligation> all;
                                            all.push_back(distributes(t, "refuted", 3));
                                            all.push_back(hard(t, "never answered"));
                                            return all;
                                          })},
                                 o);
  EXPECT_EQ(outcome["refuted"].verdict, Verdict::Refuted);
  EXPECT_EQ(outcome.count, 1u);
}

TEST(Runner, AnAnswerThatCannotBeReadIsNone) {
  RunOptions o = options();
  for (const bool stops : {false, true}) {
    o.stopAtRefuted = stops;
    const Outcome outcome = runOne([](Terms& t) { return distributes(t, "no UTF-8: \xfe"); }, o);
    EXPECT_EQ(outcome["no UTF-8: \xfe"].verdict, Verdict::Error) << stops;
    EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive) << stops;
  }
}

} // namespace
} // namespace warplaw::proofs
