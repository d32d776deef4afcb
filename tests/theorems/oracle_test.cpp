// A theorem that states another function than the oracle's, at one value of one output, is noticed: the terms differ.
#include "proofs/statements/oracle.h"
#include "proofs/theorems/atoms_checks.h"
#include "proofs/theorems/atoms_turn.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/sured_theorems.h"
#include "symbolic/encodings/oracle.h"
#include <fmt/format.h>
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

/// Each output of a statement, made another at one value of an input.
void eachOutputElsewhere(Terms& terms, const std::string& symbol, CallStatement statement, Term rare) {
  EXPECT_TRUE(statesIt(terms, {.symbol = symbol, .parameters = {}, .effect = {}}, statement)) << symbol;
  for (Group& group : statement.groups)
    for (Expectation& e : group.expectations) {
      const Term right = e.value;
      e.value = rare.ite(~right, right);
      ASSERT_FALSE(statesIt(terms, {.symbol = symbol, .parameters = {}, .effect = {}}, statement))
          << symbol << " " << e.name;
      e.value = right;
      if (&e == &group.expectations.front()) // one a group is enough
        break;
    }
}

/// What datapaths with a memory are made of: where lanes go, steps, who takes part in them.
TEST(Oracle, AnotherStepOrReachAtOneValueIsNoticed) {
  for (const Contract& contract :
       {red::reachContract("portable"), red::stepContract(16), red::stepContract(32), red::stepContract(64),
        sured::reachContract("portable"), sured::reductionContract()}) {
    Terms terms;
    const CallStatement statement = functionContract(contract).state(terms);
    const Term input = terms.variable(32, "rare"); // the statement need not have it: any other term is another
    eachOutputElsewhere(terms, contract.symbol, statement, input.eq(symbolic::Bits(0x2a)));
  }
  for (const auto size : {spec::AtomsSize::U32, spec::AtomsSize::U64}) {
    Terms terms;
    eachOutputElsewhere(terms, "warplaw_atoms_admit", atoms::checksStatement(terms, size),
                        terms.variable(32, "imm24").eq(symbolic::Bits(0x2a)));
  }
}

bool turnStatesIt(Terms& terms, const atoms::Turn& turn, const atoms::TurnOutcome& outcome, Term old) {
  const Subject subject = Subject::shipped();
  Equalities all(terms, subject);
  all.encoded("memory", turn.byte, outcome.memory);
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      all.encoded(fmt::format("row[{}][{}]", r, lane), turn.row[r][lane], outcome.row[r][lane]);
  return statesTheOraclesTurn(atoms::symbolOf(turn.pair), all,
                              {atoms::modifiersTable(turn.imm24, turn.baseIsZero), tableOf("operands", turn.operands),
                               tableOf("choices", turn.choices)},
                              {turn.laneByte, turn.word, turn.address, turn.offset, turn.byte, old, turn.row})
      .query.goal.isTrue();
}

/// A turn of each form: another value stored or returned, a step that is given something else, another form's.
TEST(Oracle, AnotherTurnAtOneValueIsNoticed) {
  for (const atoms::Pair pair : atoms::pairs()) {
    Terms terms;
    const atoms::Turn turn(terms, pair);
    const atoms::TurnOutcome right = atoms::encoded(turn);
    EXPECT_TRUE(turnStatesIt(terms, turn, right, turn.old)) << atoms::nameOf(pair);
    const Term rare = turn.old.eq(symbolic::Bits(0x2a));
    atoms::TurnOutcome wrong = right;
    wrong.memory = rare.ite(~wrong.memory, wrong.memory);
    EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old)) << atoms::nameOf(pair);
    wrong = right;
    wrong.row[0][7] = rare.ite(~wrong.row[0][7], wrong.row[0][7]);
    EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old)) << atoms::nameOf(pair);
    // the same of what is no variable: what the turn is given is not what it says that it is
    const atoms::TurnOutcome elsewhere = [&] {
      atoms::Turn given = turn;
      given.old = rare.ite(~turn.old, turn.old);
      return atoms::encoded(given);
    }();
    EXPECT_FALSE(turnStatesIt(terms, turn, elsewhere, rare.ite(~turn.old, turn.old))) << atoms::nameOf(pair);
  }
}

/// A turn of .SPIN's choice: other banks, other winners, and an input that is none.
TEST(Oracle, AnotherChoiceOfWinnersAtOneValueIsNoticed) {
  Terms terms;
  const std::vector<lift::Table> objects = {
      atoms::modifiersTable(terms.variable(32, "imm24"), terms.variable(32, "baseIsZero")),
      tableOf("operands", symbolic::variables<symbolic::OperandTerms>(terms)),
      tableOf("choices", symbolic::variables<symbolic::AtomsChoiceTerms>(terms))};
  const symbolic::SpinTurn given{terms.variable(5, "k"), terms.variable(32, "admitted"),
                                 terms.variable(32, "chosenBanks"), terms.variable(32, "taken"),
                                 terms.variable(32, "winners")};
  const auto statesIt = [&](Term taken, Term winners, const symbolic::SpinTurn& turn) {
    const Subject subject = Subject::shipped();
    Equalities all(terms, subject);
    all.encoded("taken", given.taken, taken);
    all.encoded("winners", given.winners, winners);
    return statesTheOraclesSpin(all, objects, turn).query.goal.isTrue();
  };
  const symbolic::SpinTurned right = symbolic::encodedSpin(cellsIn(objects), given);
  EXPECT_TRUE(statesIt(right.taken, right.winners, given));
  const Term rare = given.admitted.eq(symbolic::Bits(0x2a));
  EXPECT_FALSE(statesIt(rare.ite(~right.taken, right.taken), right.winners, given));
  EXPECT_FALSE(statesIt(right.taken, rare.ite(~right.winners, right.winners), given));
  symbolic::SpinTurn spoilt = given;
  spoilt.admitted = rare.ite(~given.admitted, given.admitted);
  const symbolic::SpinTurned elsewhere = symbolic::encodedSpin(cellsIn(objects), spoilt);
  EXPECT_FALSE(statesIt(elsewhere.taken, elsewhere.winners, spoilt));
}

} // namespace
} // namespace warplaw::proofs
