// Evidence of code that is compared with the oracle: a theorem that has a comparison asks what was compared, and
// nothing else, however it asks it.
#include "proofs/statements/evidence.h"
#include "toy.h"

namespace warplaw::proofs {
namespace compared_test {
using namespace toy;

/// As what makes obligations of lifted code leaves them.
Obligation evidence(Terms& terms, const std::string& name) {
  Obligation o = distributes(terms, name);
  LiftedEvidence::seal(o, Part::Outputs, std::make_shared<const LiftedCode>("toy_function"));
  return o;
}
Obligation comparisonOf(Terms& terms, std::span<const Obligation> asked) {
  Obligation o = implied("states-the-oracle", {}, terms.truth(true));
  LiftedEvidence::compare(o, asked);
  return o;
}

Outcome outcomeOf(std::function<std::vector<Obligation>(Terms&)> make) {
  Theorem about = theorem("toy", std::move(make));
  about.code = {"toy_function"};
  RunOptions o = options();
  o.bitcodeHash = [](const Theorem&) { return std::string(64, 'b'); };
  return runAll({about}, o);
}

TEST(Compared, WhatWasComparedIsAsked) {
  const Outcome outcome = outcomeOf([](Terms& t) {
    std::vector<Obligation> all = {evidence(t, "a"), evidence(t, "b")};
    all.push_back(comparisonOf(t, all));
    return all;
  });
  EXPECT_EQ(outcome.count, 3u);
  EXPECT_EQ(outcome.exitCode, ExitCode::AsExpected);
}

TEST(Compared, OtherEvidenceIsNoVerdict) {
  const Outcome outcome = outcomeOf([](Terms& t) {
    std::vector<Obligation> all = {evidence(t, "a")};
    all.push_back(comparisonOf(t, all));
    all.push_back(evidence(t, "b"));
    return all;
  });
  EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive);
  ASSERT_EQ(outcome.count, 1u);
  EXPECT_NE(outcome.records.begin()->second.reason.find("b: it was not compared"), std::string::npos)
      << outcome.records.begin()->second.reason;
}

/// The same question of the same name, made a second time.
TEST(Compared, TheSameMadeAgainIsOther) {
  const Outcome outcome = outcomeOf([](Terms& t) {
    const std::vector<Obligation> compared = {evidence(t, "a")};
    return std::vector{evidence(t, "a"), comparisonOf(t, compared)};
  });
  EXPECT_EQ(outcome.exitCode, ExitCode::Inconclusive);
}

TEST(Compared, WhatIsRestatedSinceIsTheSame) {
  const Outcome outcome = outcomeOf([](Terms& t) {
    std::vector<Obligation> all = {evidence(t, "a")};
    all.push_back(comparisonOf(t, all));
    Obligation step = distributes(t, "step");
    LiftedEvidence::restate(all[0], {{}, all[0].query.goal}, all[0].outputs, {"step"});
    all.push_back(std::move(step));
    return all;
  });
  EXPECT_EQ(outcome.count, 3u);
  EXPECT_EQ(outcome.exitCode, ExitCode::AsExpected);
}

} // namespace compared_test
} // namespace warplaw::proofs
