// A theorem that states another function than the oracle's, at one value of one output, is noticed: the terms differ.
#include "proofs/statements/oracle.h"
#include "proofs/theorems/datapath_contracts.h"
#include "symbolic/encodings/oracle.h"
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace {

bool statesIt(Terms& terms, const Contract& contract, const CallStatement& statement) {
  const auto compared = statesTheOracle(terms, contract.symbol, statement, "toy");
  EXPECT_TRUE(compared) << contract.symbol;
  return compared && compared->query.goal.isTrue();
}

TEST(Oracle, AnotherFunctionAtOneValueIsNoticed) {
  for (const auto contractOf : {activemaskDatapath, b2rDatapath, barDatapath, cs2rDatapath, matchsyncDatapath,
                                pmtrigDatapath, reduxsyncDatapath, shflsyncDatapath, voteDatapath, votesyncDatapath}) {
    const Contract contract = contractOf();
    Terms terms;
    CallStatement statement = functionContract(contract).state(terms);
    EXPECT_TRUE(statesIt(terms, contract, statement)) << contract.symbol;
    const Term rare = terms.variable(32, "exec").eq(symbolic::Bits(0x2a));
    for (Group& group : statement.groups)
      for (Expectation& e : group.expectations) {
        const Term right = e.value;
        e.value = rare.ite(~right, right);
        ASSERT_FALSE(statesIt(terms, contract, statement)) << contract.symbol << " " << e.name;
        e.value = right;
        if (&e == &group.expectations.front()) // one a group is enough of the slow ones
          break;
      }
  }
}

TEST(Oracle, AnOutputThatIsNotStatedIsNoticed) {
  const Contract contract = voteDatapath();
  Terms terms;
  CallStatement statement = functionContract(contract).state(terms);
  for (std::size_t i = 0; i < statement.groups.size(); ++i) {
    const Group left = statement.groups[i];
    statement.groups[i].expectations.pop_back();
    EXPECT_FALSE(statesIt(terms, contract, statement)) << left.name;
    statement.groups[i] = left;
  }
}

} // namespace
} // namespace warplaw::proofs
