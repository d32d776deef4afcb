// Laws that stand in theorems about code: the golden list holds what they ask, and nothing else may stand there.
#include "proofs/statements/inventory.h"
#include "toy.h"

namespace warplaw::proofs {
namespace laws_in_code_test {
using namespace toy;

/// What a theorem about code comes to that has this one obligation.
Record recordOf(const std::function<Obligation(Terms&)>& make) {
  Theorem about = theorem("toy", [make](Terms& terms) { return list(make(terms)); });
  about.code = {"toy_function"};
  RunOptions o = options();
  o.bitcodeHash = [](const Theorem&) { return std::string(64, 'b'); };
  const Outcome outcome = runAll({about}, o);
  EXPECT_EQ(outcome.count, 1u);
  return outcome.records.begin()->second;
}

Obligation law(Terms& terms, symbolic::Bits limit) {
  const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  Obligation o;
  o.name = "law";
  o.isOfRulesAlone = true;
  o.query = {{y.ult(terms.constant(32, 16))}, (x & y).ult(terms.constant(32, limit))};
  return o;
}

TEST(LawsInCode, StandInTheGoldenListWithWhatTheyAsk) {
  const Record asked = recordOf([](Terms& t) { return law(t, 16); });
  EXPECT_EQ(asked.verdict, Verdict::Proved) << asked.reason;
  const std::string line = goldenLine(asked);
  EXPECT_EQ(line.size(), std::string("law ").size() + 12) << line;
  EXPECT_EQ(line, goldenLine(recordOf([](Terms& t) { return law(t, 16); })));
  EXPECT_NE(line, goldenLine(recordOf([](Terms& t) { return law(t, 17); }))) << "another goal";
  EXPECT_NE(line, goldenLine(recordOf([](Terms& t) {
              Obligation hollow = law(t, 16);
              hollow.query.goal = t.truth(true);
              return hollow;
            })));
}

TEST(LawsInCode, WhatIsNeitherEvidenceNorAStepNorOfRulesIsNoVerdict) {
  const Record loose = recordOf([](Terms& t) {
    Obligation o = law(t, 16);
    o.isOfRulesAlone = false;
    return o;
  });
  EXPECT_EQ(loose.verdict, Verdict::Error);
  EXPECT_NE(loose.reason.find("law: neither evidence"), std::string::npos) << loose.reason;
}

} // namespace laws_in_code_test
} // namespace warplaw::proofs
