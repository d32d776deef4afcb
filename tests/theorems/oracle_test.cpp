// A theorem that states another function than the oracle's, at one value of one output, is noticed: the terms differ.
#include "proofs/statements/oracle.h"
#include "proofs/statements/oracle_turns.h"
#include "proofs/theorems/atoms_checks.h"
#include "proofs/theorems/atoms_list.h"
#include "proofs/theorems/atoms_turn.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/red_turns.h"
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
       {red::reachContract("portable"), red::admitContract(), red::stepContract(16), red::stepContract(32),
        red::stepContract(64), sured::reachContract("portable"), sured::reductionContract()}) {
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
  Terms terms;
  eachOutputElsewhere(terms, "warplaw_atoms_list_avx512", atoms::compressedStatement(terms),
                      terms.variable(32, "performing").eq(symbolic::Bits(0x2a)));
}

using Rows = std::array<symbolic::PerLane<Term>, spec::kResultRows>;
void addRows(Equalities& all, const char* before, const Rows& got, const Rows& stated) {
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      all.encoded(fmt::format("{}row[{}][{}]", before, r, lane), got[r][lane], stated[r][lane]);
}

/// As a theorem states it: its rows before the first turn, and after one.
struct AtomsStated {
  Rows first;
  atoms::TurnOutcome outcome;
};
bool turnStatesIt(Terms& terms, const atoms::Turn& turn, const AtomsStated& stated, Term old) {
  const Subject subject = Subject::shipped();
  Equalities first(terms, subject), all(terms, subject);
  addRows(first, "entry.", turn.checked.row, stated.first);
  all.encoded("memory", turn.byte, stated.outcome.memory);
  addRows(all, "", turn.row, stated.outcome.row);
  const symbolic::LanesWaiting waiting{turn.admitted, turn.winners, turn.checked.row};
  const symbolic::LaneTurn given{turn.laneByte, turn.word, turn.address, turn.offset, turn.byte, old, turn.row};
  return statesTheOraclesTurn(atoms::symbolOf(turn.pair), {first, all, waiting, given},
                              {atoms::modifiersTable(turn.imm24, turn.baseIsZero), tableOf("operands", turn.operands),
                               tableOf("choices", turn.choices)})
      .query.goal.isTrue();
}

/// A turn of each form: another value stored or returned, a step that is given something else, another form's; and who
/// does not attempt is left something else.
TEST(Oracle, AnotherTurnAtOneValueIsNoticed) {
  for (const atoms::Pair pair : atoms::pairs()) {
    Terms terms;
    const atoms::Turn turn(terms, pair);
    const AtomsStated right{atoms::entryOf(turn), atoms::encoded(turn)};
    EXPECT_TRUE(turnStatesIt(terms, turn, right, turn.old)) << atoms::nameOf(pair);
    const Term rare = turn.old.eq(symbolic::Bits(0x2a));
    const auto isNoticed = [&](const std::function<Term&(AtomsStated&)>& which) {
      AtomsStated wrong = right;
      Term& term = which(wrong);
      term = rare.ite(~term, term);
      EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old)) << atoms::nameOf(pair);
    };
    isNoticed([](AtomsStated& stated) -> Term& { return stated.outcome.memory; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.outcome.row[0][7]; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.first[0][7]; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.first[1][31]; });
    // the same of what is no variable: what the turn is given is not what it says that it is
    const atoms::TurnOutcome elsewhere = [&] {
      atoms::Turn given = turn;
      given.old = rare.ite(~turn.old, turn.old);
      return atoms::encoded(given);
    }();
    EXPECT_FALSE(turnStatesIt(terms, turn, {right.first, elsewhere}, rare.ite(~turn.old, turn.old)))
        << atoms::nameOf(pair);
    if (atoms::isSpin(pair)) { // losers that return what they would have found, and the other forms' waiting
      AtomsStated wrong = right;
      wrong.first = turn.checked.row;
      EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old)) << atoms::nameOf(pair);
    }
  }
}

/// A turn of RED on each kind of element: another value, another element, a step that is handed something else, memory
/// that is read elsewhere; and an input that is no variable.
TEST(Oracle, AnotherTurnOfAReductionIsNoticed) {
  for (const red::Turns& which : red::kTurns) {
    Terms terms;
    const red::Loop loop(terms, which);
    const Term place = terms.variable(32, "place"), reach = loop.reach;
    const lift::ByteMemory memory{"memory", loop.allocated, {}};
    const auto byteAt = [&](Term at) { return memory.byteAt(at); };
    const auto statesIt = [&](Term after, Term given) {
      const Subject subject = Subject::shipped();
      Equalities all(terms, subject);
      all.encoded("memory", byteAt(place), after);
      return statesTheOraclesReduction(which.symbol(), all,
                                       {tableOf("modifiers", loop.modifiers), tableOf("operands", loop.operands),
                                        tableOf("choices", loop.choices)},
                                       {loop.laneByte, given, loop.word, place}, memory)
          .query.goal.isTrue();
    };
    const auto outcomeOf = [&](const red::Loop& l) {
      return red::encoded(l, place, byteAt(place), load(byteAt, l.address(), which.bits / 8));
    };
    const Term right = outcomeOf(loop), rare = reach.eq(symbolic::Bits(0x2a));
    EXPECT_TRUE(statesIt(right, reach)) << which.name;
    EXPECT_FALSE(statesIt(rare.ite(~right, right), reach)) << which.name;
    const auto isNoticed = [&](const std::function<void(red::Loop&)>& spoil) {
      red::Loop other = loop;
      spoil(other);
      EXPECT_FALSE(statesIt(outcomeOf(other), reach)) << which.name;
    };
    if (which.bits == 16)
      isNoticed([](red::Loop& l) { l.which.shift ^= 16; });
    isNoticed([&](red::Loop& l) { l.word[0] = rare.ite(~l.word[0], l.word[0]); });
    isNoticed([&](red::Loop& l) { l.laneByte = rare.ite(~l.laneByte, l.laneByte); });
    isNoticed([&](red::Loop& l) { l.modifiers.op = rare.ite(~l.modifiers.op, l.modifiers.op); });
    red::Loop elsewhere = loop;
    elsewhere.reach = rare.ite(~reach, reach);
    EXPECT_FALSE(statesIt(outcomeOf(elsewhere), elsewhere.reach)) << which.name;
  }
}

/// Who attempts, in order: another lane or count at one value, a place more, and an input that is no variable.
TEST(Oracle, AnotherListOfLanesIsNoticed) {
  Terms terms;
  const symbolic::PerLane<Term> order = laneBytes(terms, "order");
  const Term performing = terms.variable(32, "performing"), first = terms.variable(5, "first");
  const Term rare = performing.eq(symbolic::Bits(0x2a));
  const symbolic::LanesListed before{laneBytes(terms, "list"), terms.variable(6, "count")};
  const auto statesIt = [&](const symbolic::LanesListed& after, Term who) {
    const Subject subject = Subject::shipped();
    Equalities all(terms, subject);
    all.encoded("count", before.count, after.count);
    for (unsigned i = 0; i < spec::kLanes; ++i)
      all.encoded(fmt::format("list[{}]", i), before.list[i], after.list[i]);
    return statesTheOraclesListing(all, order, who, first, 2, before).query.goal.isTrue();
  };
  const auto listed = [&](Term who, unsigned places) {
    symbolic::LanesListed after = before;
    for (unsigned i = 0; i < places; ++i)
      after = symbolic::encodedListing(order, who, first + symbolic::Bits(i), after);
    return after;
  };
  const symbolic::LanesListed right = listed(performing, 2);
  EXPECT_TRUE(statesIt(right, performing));
  EXPECT_FALSE(statesIt(listed(performing, 1), performing));
  symbolic::LanesListed wrong = right;
  wrong.list[3] = rare.ite(~right.list[3], right.list[3]);
  EXPECT_FALSE(statesIt(wrong, performing));
  wrong = right;
  wrong.count = rare.ite(~right.count, right.count);
  EXPECT_FALSE(statesIt(wrong, performing));
  const Term others = rare.ite(~performing, performing);
  EXPECT_FALSE(statesIt(listed(others, 2), performing));
  EXPECT_FALSE(statesIt(listed(others, 2), others));
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

/// The callees of RED's halves, as they should be, with `change` made to them; and how many calls are counted.
bool halvesStateIt(const std::function<void(Terms&, CalledSteps&, symbolic::RedChoiceTerms&)>& change,
                   std::uint32_t calls = 3) {
  Terms terms;
  const auto modifiers = symbolic::variables<symbolic::RedModifierTerms>(terms);
  const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
  auto choices = symbolic::variables<symbolic::RedChoiceTerms>(terms);
  const auto reached = symbolic::variables<symbolic::ResultTerms>(terms, "reached.");
  const TurnsGiven given{tableOf("", modifiers), tableOf("", operands),           tableOf("", choices),
                         tableOf("", reached),   terms.variable(32, "allocated"), terms.variable(32, "performing")};
  const lift::Table low = laneTable("", laneBytes(terms, "low")), high = laneTable("", laneBytes(terms, "high"));
  const Term lowCount = terms.variable(32, "lowCount"), highCount = terms.variable(32, "highCount");
  const auto turns = [&](const lift::Table& list, Term count) {
    return Step{
        {given.modifiers, given.operands, given.choices, OwnMemory{3}, given.allocated, given.reached, list, count},
        6,
        list};
  };
  Step listing{{laneTable("", choices.orderHigh), given.performing, Anything{}}, 2, high};
  listing.returned = highCount;
  CalledSteps called = {{kPortableListing, listing},
                        {"warplaw_red_turns_low", turns(low, lowCount)},
                        {"warplaw_red_turns_high", turns(high, highCount)}};
  change(terms, called, choices);
  CallStatement statement;
  statement.groups = {{"calls", {{"made", {}, terms.constant(32, calls)}, {"well", {}, terms.constant(32, calls)}}}};
  return statesTheOraclesHalves("toy", given, low, lowCount, called, statement).query.goal.isTrue();
}

/// Who is called with what: another order, lists swapped, a call that is left out, that may be left out, or that is
/// counted twice.
TEST(Oracle, AnotherCallIsNoticed_RED_6) {
  using Choices = symbolic::RedChoiceTerms;
  EXPECT_TRUE(halvesStateIt([](Terms&, CalledSteps&, Choices&) {}));
  EXPECT_FALSE(halvesStateIt([](Terms&, CalledSteps&, Choices&) {}, 4));
  EXPECT_FALSE(halvesStateIt([](Terms&, CalledSteps& called, Choices& choices) {
    called[kPortableListing].handed[0] = laneTable("", choices.order);
  }));
  EXPECT_FALSE(halvesStateIt([](Terms&, CalledSteps& called, Choices&) {
    std::swap(called["warplaw_red_turns_low"], called["warplaw_red_turns_high"]);
  }));
  for (const char* left : {"warplaw_red_turns_low", "warplaw_red_turns_high", kPortableListing}) {
    EXPECT_FALSE(halvesStateIt([&](Terms&, CalledSteps& called, Choices&) { called.erase(left); }, 2)) << left;
    EXPECT_FALSE(halvesStateIt([&](Terms& terms, CalledSteps& called, Choices&) {
      called[left].when = terms.variable(1, "sometimes");
    })) << left;
    for (std::size_t argument = 0; argument < 2; ++argument)
      EXPECT_FALSE(halvesStateIt([&](Terms& terms, CalledSteps& called, Choices&) {
        called[left].handed[argument] = terms.variable(32, "another");
      })) << left;
  }
}

} // namespace
} // namespace warplaw::proofs
