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

/// Code that was handed this, and a loop whose turns are counted by k.
struct Looped {
  CutLoop cut;
  LoopContract contract;

  Looped(std::vector<lift::Object> objects, const std::vector<Term>& integers, Term k, Term last, Term none) {
    for (unsigned object = 0; object < objects.size(); ++object)
      cut.given.arguments.emplace_back(lift::PointerTo{object});
    cut.given.arguments.insert(cut.given.arguments.end(), integers.begin(), integers.end());
    cut.given.objects = std::move(objects);
    cut.final.cut.emplace().assumed.objects = cut.given.objects;
    contract.counter = k, contract.last = last, contract.none = none;
    contract.parts = [](const lift::Lifted&) { return std::vector<LoopPart>{}; };
  }
  LoopStated stated() const { return {cut, contract}; }
};
Term lastOf(Term k, Term count) { return (k.zext(32) + symbolic::Bits(1)).eq(count); }

/// Something that is asked of the code, under these assumptions.
std::vector<Obligation> askedUnder(Terms& terms, std::vector<Term> assumptions) {
  const Subject subject = Subject::shipped();
  Equalities none(terms, subject);
  return {none.obligation("asked", std::move(assumptions))};
}

/// As a theorem states it: its rows before the first turn, and after one; how it reads the code's terms, and its own;
/// and the lane whose address it is.
struct AtomsStated {
  Rows first;
  atoms::TurnOutcome outcome;
  Term address = {};
  std::vector<LaneReadings::Table> rows = {};
  std::vector<std::pair<Term, Term>> before = {};
};
Term byteOf(const lift::Object& memory, Term place) { return std::get<lift::ByteMemory>(memory).byteAt(place); }
AtomsStated rightOf(const atoms::Turn& turn, const lift::Object& memory) {
  AtomsStated right{atoms::entryOf(turn), atoms::encoded(turn)};
  right.address = turn.addressIsEncoded();
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    right.rows.emplace_back(turn.operands.row[row], turn.word[row]);
  right.before = {{turn.byte, byteOf(memory, turn.place)},
                  {turn.old, load([&](Term at) { return byteOf(memory, at); }, turn.address, turn.old.width() / 8)}};
  return right;
}
Looped loopOf(const atoms::Turn& turn) {
  return {{atoms::modifiersTable(turn.imm24, turn.baseIsZero), tableOf("operands", turn.operands),
           tableOf("choices", turn.choices), lift::ByteMemory{"memory", turn.allocated, {}},
           tableOf("results", turn.before, true)},
          {turn.allocated},
          turn.k,
          lastOf(turn.k, turn.count),
          turn.count.eq(symbolic::Bits(0))};
}
bool turnStatesIt(Terms& terms, const atoms::Turn& turn, const AtomsStated& stated, Term old, const Looped& loop) {
  const Subject subject = Subject::shipped();
  symbolic::PerLane<Term> bytes;
  std::ranges::transform(turn.listed, bytes.begin(), [](Term lane) { return lane.zext(8); });
  const LaneReadings::Table lists[] = {{bytes, turn.laneByte}, {turn.listed, turn.lane()}};
  const LaneReadings read(Stage::Final, {}, lists, stated.rows);
  Equalities first(terms, subject), all(terms, subject, read, BeforeTurn{stated.before, read}), address(terms, subject);
  addRows(first, "entry.", turn.checked.row, stated.first);
  all.encoded("memory", turn.byte, stated.outcome.memory);
  addRows(all, "", turn.row, stated.outcome.row);
  address.add("address", turn.address, turn.address);
  const Obligation readings = address.obligation("readings", {stated.address});
  const symbolic::LanesWaiting waiting{turn.admitted, turn.winners, turn.checked.row};
  const symbolic::LaneTurn given{turn.laneByte, turn.word, turn.address, turn.offset, turn.byte, old, turn.row};
  return statesTheOraclesTurn(atoms::symbolOf(turn.pair),
                              {first, all, waiting, given, turn.listed, turn.count, readings}, loop.stated())
      .query.goal.isTrue();
}

/// A turn of each form: another value stored or returned, a step that is given something else, another form's; and who
/// does not attempt is left something else.
TEST(Oracle, AnotherTurnAtOneValueIsNoticed) {
  for (const atoms::Pair pair : atoms::pairs()) {
    Terms terms;
    const atoms::Turn turn(terms, pair);
    const Looped loop = loopOf(turn);
    const AtomsStated right = rightOf(turn, loop.cut.given.objects[3]);
    EXPECT_TRUE(turnStatesIt(terms, turn, right, turn.old, loop)) << atoms::nameOf(pair);
    const Term rare = turn.old.eq(symbolic::Bits(0x2a));
    const auto isNoticed = [&](const std::function<Term&(AtomsStated&)>& which) {
      AtomsStated wrong = right;
      Term& term = which(wrong);
      term = rare.ite(~term, term);
      EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old, loop)) << atoms::nameOf(pair);
    };
    isNoticed([](AtomsStated& stated) -> Term& { return stated.outcome.memory; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.outcome.row[0][7]; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.first[0][7]; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.first[1][31]; });
    isNoticed([](AtomsStated& stated) -> Term& { return stated.address; });
    // the same of what is no variable: what the turn is given is not what it says that it is
    AtomsStated elsewhere = right;
    elsewhere.outcome = [&] {
      atoms::Turn given = turn;
      given.old = rare.ite(~turn.old, turn.old);
      return atoms::encoded(given);
    }();
    EXPECT_FALSE(turnStatesIt(terms, turn, elsewhere, rare.ite(~turn.old, turn.old), loop)) << atoms::nameOf(pair);
    if (atoms::isSpin(pair)) { // losers that return what they would have found, and the other forms' waiting
      AtomsStated wrong = right;
      wrong.first = turn.checked.row;
      EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old, loop)) << atoms::nameOf(pair);
    }
  }
}

/// What a turn's variables stand for: two rows exchanged, in the readings or in what the code is handed; another lane's
/// address, another place in memory, another row before the turn; and turns that are not the list's.
TEST(Oracle, WhatATurnReadsElsewhereIsNoticed) {
  for (const atoms::Pair pair : atoms::pairs()) {
    Terms terms;
    const atoms::Turn turn(terms, pair);
    const Looped loop = loopOf(turn);
    const AtomsStated right = rightOf(turn, loop.cut.given.objects[3]);
    const auto isNoticed = [&](const char* what, const std::function<void(AtomsStated&, Looped&)>& spoil) {
      AtomsStated wrong = right;
      Looped other = loop;
      spoil(wrong, other);
      EXPECT_FALSE(turnStatesIt(terms, turn, wrong, turn.old, other)) << atoms::nameOf(pair) << ": " << what;
    };
    for (unsigned row = 1; row < spec::kSourceRows; ++row) {
      isNoticed("readings", [&](AtomsStated& s, Looped&) { std::swap(s.rows[0].second, s.rows[row].second); });
      isNoticed("operands", [&](AtomsStated&, Looped& l) {
        auto operands = turn.operands;
        std::swap(operands.row[0], operands.row[row]);
        l.cut.given.objects[1] = tableOf("operands", operands);
      });
      isNoticed("address", [&](AtomsStated& s, Looped&) {
        atoms::Turn other = turn;
        std::swap(other.word[0], other.word[row]);
        s.address = other.addressIsEncoded();
      });
    }
    isNoticed("list", [&](AtomsStated& s, Looped&) { s.rows.emplace_back(turn.row[0], turn.laneByte.zext(32)); });
    isNoticed("memory",
              [&](AtomsStated& s, Looped& l) { s.before[0].second = byteOf(l.cut.given.objects[3], turn.address); });
    isNoticed("old", [&](AtomsStated& s, Looped& l) {
      s.before[1].second = byteOf(l.cut.given.objects[3], turn.address).zext(turn.old.width());
    });
    isNoticed("row", [&](AtomsStated& s, Looped&) { s.before.emplace_back(turn.row[0][3], turn.before.row[0][4]); });
    isNoticed("word", [&](AtomsStated& s, Looped&) { s.before.emplace_back(turn.word[1], turn.word[2]); });
    isNoticed("last", [&](AtomsStated&, Looped& l) { l.contract.last = turn.k.zext(32).eq(turn.count); });
    isNoticed("none", [&](AtomsStated&, Looped& l) { l.contract.none = turn.count.eq(symbolic::Bits(1)); });
    isNoticed("order of arguments",
              [&](AtomsStated&, Looped& l) { std::swap(l.cut.given.arguments[0], l.cut.given.arguments[1]); });
  }
}

/// A turn of RED on each kind of element: another value, another element, a step that is handed something else, memory
/// that is read elsewhere; an input that is no variable; rows, reach or list that are read for another; and other
/// turns.
TEST(Oracle, AnotherTurnOfAReductionIsNoticed) {
  for (const red::Turns& which : red::kTurns) {
    Terms terms;
    const red::Loop loop(terms, which);
    const Term place = terms.variable(32, "place"), reach = loop.reach;
    const auto looped = [&](const symbolic::OperandTerms& operands) {
      Looped made({tableOf("modifiers", loop.modifiers), tableOf("operands", operands),
                   tableOf("choices", loop.choices), lift::ByteMemory{"memory", loop.allocated, {}},
                   tableOf("reached", loop.reached), laneTable("list", loop.list)},
                  {loop.allocated, loop.count}, loop.k, lastOf(loop.k, loop.count), loop.count.eq(symbolic::Bits(0)));
      made.contract.parts = [place](const lift::Lifted& lifted) {
        LoopPart memory;
        memory.first = byteOf(lifted.cut->assumed.objects[3], place);
        return std::vector{memory};
      };
      return made;
    };
    const Looped right = looped(loop.operands);
    const auto byteAt = [&](Term at) { return byteOf(right.cut.given.objects[3], at); };
    using Tables = std::vector<LaneReadings::Table>;
    Tables rows = {{loop.reached.row[0], reach}};
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      rows.emplace_back(loop.operands.row[row], loop.word[row]);
    const Contract contract = red::turnsContract(which.symbol(), which.bits);
    const Term held = load(byteAt, loop.address(), which.bits / 8);
    std::vector<Term> assumed = loop.inTurn();
    assumed.insert(assumed.end(), {loop.element.eq(held), loop.made.eq(loop.stepped(held, loop.operand()))});
    const auto statesIt = [&](Term after, Term given, const Looped& code, const Tables& read, const Tables& lists) {
      const Subject subject = Subject::shipped();
      Equalities all(terms, subject, LaneReadings(Stage::Final, {}, lists, read));
      all.encoded("memory", byteAt(place), after);
      return statesTheOraclesReduction(which.symbol(), all, code.stated(),
                                       {loop.k, loop.laneByte, given, loop.word, place, loop.element, loop.made},
                                       {contract, red::listedReaches}, askedUnder(terms, assumed))
          .query.goal.isTrue();
    };
    const Tables lists = {{loop.list, loop.laneByte}};
    const auto outcomeOf = [&](const red::Loop& l) {
      return red::encoded(l, place, byteAt(place), load(byteAt, l.address(), which.bits / 8));
    };
    const Term outcome = outcomeOf(loop), rare = reach.eq(symbolic::Bits(0x2a));
    EXPECT_TRUE(statesIt(outcome, reach, right, rows, lists)) << which.name;
    EXPECT_FALSE(statesIt(rare.ite(~outcome, outcome), reach, right, rows, lists)) << which.name;
    const auto isNoticed = [&](const std::function<void(red::Loop&)>& spoil) {
      red::Loop other = loop;
      spoil(other);
      EXPECT_FALSE(statesIt(outcomeOf(other), reach, right, rows, lists)) << which.name;
    };
    if (which.bits == 16)
      isNoticed([](red::Loop& l) { l.which.shift ^= 16; });
    isNoticed([&](red::Loop& l) {
      Term& word = l.word[spec::red_rows::kOperand];
      word = rare.ite(~word, word);
    });
    isNoticed([&](red::Loop& l) { l.laneByte = rare.ite(~l.laneByte, l.laneByte); });
    isNoticed([&](red::Loop& l) { l.modifiers.op = rare.ite(~l.modifiers.op, l.modifiers.op); });
    red::Loop elsewhere = loop;
    elsewhere.reach = rare.ite(~reach, reach);
    EXPECT_FALSE(statesIt(outcomeOf(elsewhere), elsewhere.reach, right, rows, lists)) << which.name;

    for (std::size_t row = 2; row < rows.size(); ++row) { // the first is the reach
      Tables exchanged = rows;
      std::swap(exchanged[1].second, exchanged[row].second);
      EXPECT_FALSE(statesIt(outcome, reach, right, exchanged, lists)) << which.name;
      symbolic::OperandTerms operands = loop.operands;
      std::swap(operands.row[0], operands.row[row - 1]);
      EXPECT_FALSE(statesIt(outcome, reach, looped(operands), rows, lists)) << which.name;
    }
    for (const Term narrower : {~loop.count.eq(symbolic::Bits(5)), ~loop.k.eq(symbolic::Bits(5)),
                                ~loop.modifiers.op.eq(symbolic::Bits(5)), ~held.eq(symbolic::Bits(5))}) {
      assumed.push_back(narrower);
      EXPECT_FALSE(statesIt(outcome, reach, right, rows, lists)) << which.name;
      assumed.pop_back();
    }
    Tables secondRow = rows;
    secondRow[0].first = loop.reached.row[1];
    EXPECT_FALSE(statesIt(outcome, reach, right, secondRow, lists)) << which.name;
    EXPECT_FALSE(statesIt(outcome, reach, right, rows, {{loop.choices.order, loop.laneByte}})) << which.name;
    const auto otherTurns = [&](const std::function<void(LoopContract&)>& spoil) {
      Looped other = right;
      spoil(other.contract);
      EXPECT_FALSE(statesIt(outcome, reach, other, rows, lists)) << which.name;
    };
    otherTurns([&](LoopContract& c) { c.last = loop.k.zext(32).eq(loop.count); });
    otherTurns([&](LoopContract& c) { c.none = loop.count.eq(symbolic::Bits(1)); });
    otherTurns([&](LoopContract& c) {
      c.parts = [place](const lift::Lifted&) {
        LoopPart memory;
        memory.first = place.extract(7, 0);
        return std::vector{memory};
      };
    });
  }
}

/// Who attempts, in order: another lane or count at one value, a place more, an input that is no variable; and another
/// order or other turns where everybody attempts.
TEST(Oracle, AnotherListOfLanesIsNoticed) {
  Terms terms;
  const symbolic::PerLane<Term> order = laneBytes(terms, "order");
  const Term performing = terms.variable(32, "performing"), first = terms.variable(5, "first");
  const Term rare = performing.eq(symbolic::Bits(0x2a));
  const symbolic::LanesListed before{laneBytes(terms, "list"), terms.variable(6, "count")};
  constexpr unsigned kPlaces = 2;
  const auto looped = [&](Term who) {
    Looped made({laneTable("order", order), laneTable("list", before.list, true)}, {who}, first,
                first.eq(symbolic::Bits(spec::kLanes - kPlaces)), who.eq(~symbolic::Bits(0)));
    made.contract.stride = kPlaces;
    made.contract.parts = [order, &terms](const lift::Lifted&) {
      std::vector<LoopPart> parts(spec::kLanes + 1);
      for (unsigned i = 0; i < spec::kLanes; ++i)
        parts[i].withoutTurns = order[i].extract(4, 0).zext(8);
      parts.back().withoutTurns = terms.constant(32, spec::kLanes);
      return parts;
    };
    return made;
  };
  const auto statesIt = [&](const symbolic::LanesListed& after, const Looped& code) {
    const Subject subject = Subject::shipped();
    Equalities all(terms, subject);
    all.encoded("count", before.count, after.count);
    for (unsigned i = 0; i < spec::kLanes; ++i)
      all.encoded(fmt::format("list[{}]", i), before.list[i], after.list[i]);
    return statesTheOraclesListing(all, code.stated(), first, kPlaces, before).query.goal.isTrue();
  };
  const auto listed = [&](Term who, unsigned places) {
    symbolic::LanesListed after = before;
    for (unsigned i = 0; i < places; ++i)
      after = symbolic::encodedListing(order, who, first + symbolic::Bits(i), after);
    return after;
  };
  const symbolic::LanesListed right = listed(performing, kPlaces);
  const Looped code = looped(performing);
  EXPECT_TRUE(statesIt(right, code));
  EXPECT_FALSE(statesIt(listed(performing, 1), code));
  symbolic::LanesListed wrong = right;
  wrong.list[3] = rare.ite(~right.list[3], right.list[3]);
  EXPECT_FALSE(statesIt(wrong, code));
  wrong = right;
  wrong.count = rare.ite(~right.count, right.count);
  EXPECT_FALSE(statesIt(wrong, code));
  const Term others = rare.ite(~performing, performing);
  EXPECT_FALSE(statesIt(listed(others, kPlaces), code));
  EXPECT_FALSE(statesIt(listed(others, kPlaces), looped(others)));
  const auto otherTurns = [&](const std::function<void(LoopContract&)>& spoil) {
    Looped other = code;
    spoil(other.contract);
    EXPECT_FALSE(statesIt(right, other));
  };
  otherTurns([&](LoopContract& c) { c.last = first.eq(symbolic::Bits(spec::kLanes - 2 * kPlaces)); });
  otherTurns([&](LoopContract& c) { c.none = performing.eq(symbolic::Bits(0)); });
  otherTurns([&](LoopContract& c) {
    c.parts = [parts = c.parts](const lift::Lifted& lifted) {
      auto all = parts(lifted);
      std::swap(all[3].withoutTurns, all[4].withoutTurns);
      return all;
    };
  });
}

/// A turn of .SPIN's choice: other banks, other winners, an input that is none; somebody who has won before the first
/// turn, and a turn too few.
TEST(Oracle, AnotherChoiceOfWinnersAtOneValueIsNoticed) {
  Terms terms;
  const std::vector<lift::Table> objects = {
      atoms::modifiersTable(terms.variable(32, "imm24"), terms.variable(32, "baseIsZero")),
      tableOf("operands", symbolic::variables<symbolic::OperandTerms>(terms)),
      tableOf("choices", symbolic::variables<symbolic::AtomsChoiceTerms>(terms))};
  const symbolic::SpinTurn given{terms.variable(5, "k"), terms.variable(32, "admitted"),
                                 terms.variable(32, "chosenBanks"), terms.variable(32, "taken"),
                                 terms.variable(32, "winners")};
  const auto looped = [&](symbolic::Bits last, symbolic::Bits atFirst) {
    Looped made({objects.begin(), objects.end()}, {given.admitted, given.chosenBanks}, given.k,
                given.k.eq(symbolic::Bits(last)), {});
    made.contract.parts = [first = terms.constant(32, atFirst)](const lift::Lifted&) {
      std::vector<LoopPart> parts(2);
      for (LoopPart& part : parts)
        part.first = first;
      return parts;
    };
    return made;
  };
  const Looped code = looped(spec::kLanes - 1, 0);
  const auto statesIt = [&](Term taken, Term winners, const symbolic::SpinTurn& turn, const Looped& by) {
    const Subject subject = Subject::shipped();
    Equalities all(terms, subject);
    all.encoded("taken", given.taken, taken);
    all.encoded("winners", given.winners, winners);
    return statesTheOraclesSpin(all, by.stated(), turn).query.goal.isTrue();
  };
  const symbolic::SpinTurned right = symbolic::encodedSpin(cellsIn(objects), given);
  EXPECT_TRUE(statesIt(right.taken, right.winners, given, code));
  EXPECT_FALSE(statesIt(right.taken, right.winners, given, looped(spec::kLanes - 2, 0)));
  EXPECT_FALSE(statesIt(right.taken, right.winners, given, looped(spec::kLanes - 1, 1)));
  const Term rare = given.admitted.eq(symbolic::Bits(0x2a));
  EXPECT_FALSE(statesIt(rare.ite(~right.taken, right.taken), right.winners, given, code));
  EXPECT_FALSE(statesIt(right.taken, rare.ite(~right.winners, right.winners), given, code));
  symbolic::SpinTurn spoilt = given;
  spoilt.admitted = rare.ite(~given.admitted, given.admitted);
  const symbolic::SpinTurned elsewhere = symbolic::encodedSpin(cellsIn(objects), spoilt);
  EXPECT_FALSE(statesIt(elsewhere.taken, elsewhere.winners, spoilt, code));
}

/// A call of this many pointers, the fourth to memory, and integers behind them.
CallStatement calling(std::vector<lift::Table> tables, Term allocated, const std::vector<Term>& integers = {}) {
  CallStatement statement;
  statement.input.objects.assign(tables.begin(), tables.end());
  statement.input.objects.insert(statement.input.objects.begin() + 3, lift::ByteMemory{"memory", allocated, {}});
  for (unsigned object = 0; object < statement.input.objects.size(); ++object)
    statement.input.arguments.emplace_back(lift::PointerTo{object});
  statement.input.arguments.insert(statement.input.arguments.begin() + 4, allocated);
  statement.input.arguments.insert(statement.input.arguments.end(), integers.begin(), integers.end());
  return statement;
}
Group callsOf(Terms& terms, std::uint32_t calls) {
  return {"calls", {{"made", {}, terms.constant(32, calls)}, {"well", {}, terms.constant(32, calls)}}};
}

/// The callees of RED's halves, as they should be, with `change` made to them; and how many calls are counted.
bool halvesStateIt(const std::function<void(Terms&, CalledSteps&, symbolic::RedChoiceTerms&)>& change,
                   std::uint32_t calls = 3, bool narrower = false) {
  Terms terms;
  auto choices = symbolic::variables<symbolic::RedChoiceTerms>(terms);
  const Term allocated = terms.variable(32, "allocated"), performing = terms.variable(32, "performing");
  const Term lowCount = terms.variable(32, "lowCount"), highCount = terms.variable(32, "highCount");
  const lift::Table low = laneTable("list", laneBytes(terms, "low")),
                    high = laneTable("list", laneBytes(terms, "high"));
  const std::vector<lift::Table> given = {
      tableOf("", symbolic::variables<symbolic::RedModifierTerms>(terms)),
      tableOf("", symbolic::variables<symbolic::OperandTerms>(terms)), tableOf("", choices),
      tableOf("", symbolic::variables<symbolic::ResultTerms>(terms, "reached.")), low};
  const auto turns = [&](const lift::Table& list, Term count) {
    return Step{{given[0], given[1], given[2], OwnMemory{3}, allocated, given[3], list, count}, 6, list};
  };
  Step listing{{laneTable("", choices.orderHigh), performing, Anything{}}, 2, high};
  listing.returned = highCount;
  CalledSteps called = {{kPortableListing, listing},
                        {"warplaw_red_turns_low", turns(low, lowCount)},
                        {"warplaw_red_turns_high", turns(high, highCount)}};
  change(terms, called, choices);
  CallStatement statement = calling(given, allocated, {lowCount, performing});
  statement.groups = {callsOf(terms, calls)};
  const std::vector<Term> assumed = {narrower ? ~performing.eq(symbolic::Bits(5)) : terms.truth(true)};
  return statesTheOraclesHalves("toy", called, statement,
                                {red::turnsContract("warplaw_red_halves", 16), red::listedReaches},
                                askedUnder(terms, assumed))
      .query.goal.isTrue();
}

/// Who is called with what: another order, lists swapped, a call that is left out, that may be left out, or that is
/// counted twice.
TEST(Oracle, AnotherCallIsNoticed_RED_6) {
  using Choices = symbolic::RedChoiceTerms;
  EXPECT_TRUE(halvesStateIt([](Terms&, CalledSteps&, Choices&) {}));
  EXPECT_FALSE(halvesStateIt([](Terms&, CalledSteps&, Choices&) {}, 4));
  EXPECT_FALSE(halvesStateIt([](Terms&, CalledSteps&, Choices&) {}, 3, true));
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

/// A datapath of RED or SURED as it should be, with `change` made to what it calls and to what it leaves.
struct DatapathCalls {
  Terms terms;
  CalledSteps called;
  CallStatement statement;
  symbolic::ResultTerms after, before; ///< results that the last callee leaves, and those that were there
  std::vector<Term> assumed;

  explicit DatapathCalls(bool isSured) {
    const Term allocated = terms.variable(32, "allocated");
    const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
    const auto reached = tableOf("", symbolic::variables<symbolic::ResultTerms>(terms, "reached."));
    before = symbolic::variables<symbolic::ResultTerms>(terms, "before.");
    after = symbolic::variables<symbolic::ResultTerms>(terms, "after.");
    const auto surfaces = tableOf("", symbolic::variables<symbolic::SurfaceTerms>(terms, "surfaces."));
    const auto inputs = tableOf("", symbolic::variables<symbolic::SpecialInputTerms>(terms, "inputs."));
    const auto suredModifiers = symbolic::variables<symbolic::SuredModifierTerms>(terms);
    const auto suredChoices = symbolic::variables<symbolic::SuredChoiceTerms>(terms);
    std::vector<lift::Table> given = {
        isSured ? tableOf("", suredModifiers) : tableOf("", symbolic::variables<symbolic::RedModifierTerms>(terms)),
        tableOf("", operands),
        isSured ? tableOf("", suredChoices) : tableOf("", symbolic::variables<symbolic::RedChoiceTerms>(terms)),
        tableOf("", symbolic::variables<symbolic::GenericRegionTerms>(terms, "regions.")),
        isSured ? surfaces : inputs,
        tableOf("", before, true)};
    statement = calling(given, allocated);
    std::vector<lift::Table> red = {given[0], given[1], given[2]};
    if (isSured) {
      red = {tableOf("", symbolic::suredReductionModifiers(suredModifiers)),
             tableOf("", symbolic::suredReductionOperands(operands, symbolic::constants(terms, spec::Operands{}))),
             tableOf("", symbolic::suredReductionChoices(suredChoices))};
      Step makes{{given[0], given[1], given[2], Anything{}, Anything{}, Anything{}}, 3, red[0]};
      makes.changesToo = {{4, red[1]}, {5, red[2]}};
      called["warplaw_sured_reduction"] = makes;
    }
    called[isSured ? "warplaw_sured_reach_portable" : "warplaw_red_reach_portable"] = {
        {given[0], given[1], given[2], given[3], given[4], Anything{}}, 5, reached};
    called["warplaw_red_take"] = {
        {red[0], red[1], red[2], OwnMemory{3}, allocated, reached, given[5]}, 6, tableOf("", after)};
    state(after, isSured ? 3 : 2);
  }
  void state(const symbolic::ResultTerms& left, std::uint32_t calls) {
    statement.groups = groupsOf(6, left);
    statement.groups.push_back(callsOf(terms, calls));
  }
};

/// What datapaths hand on: each argument of each callee made another, exchanged or left out; results that are changed
/// afterwards, or of which something is not stated; terms that are no variables of their own; and an assumption more.
TEST(Oracle, AnotherObjectThatIsHandedOnIsNoticed) {
  for (const bool isSured : {false, true}) {
    const std::string symbol = isSured ? "warplaw_sured_portable" : "warplaw_red_portable";
    const auto statesIt = [&](const std::function<void(DatapathCalls&)>& change) {
      DatapathCalls calls(isSured);
      change(calls);
      const Contract contract{
          .symbol = symbol,
          .parameters = {},
          .requires_ = [](const Given& g) { return g.integers.at(0).ult(g.terms.constant(32, 64)); },
          .effect = {}};
      return statesTheOraclesDatapath("toy", symbol, calls.called, calls.statement, {contract, red::listedReaches},
                                      askedUnder(calls.terms, calls.assumed))
          .query.goal.isTrue();
    };
    EXPECT_TRUE(statesIt([](DatapathCalls&) {})) << symbol;
    const DatapathCalls whole(isSured);
    const std::uint32_t count = isSured ? 3 : 2;
    for (const auto& [callee, step] : whole.called) {
      const auto isNoticed = [&, name = callee](const std::string& what, const std::function<void(DatapathCalls&)>& c) {
        EXPECT_FALSE(statesIt(c)) << symbol << ": " << name << ", " << what;
      };
      isNoticed("left out", [&](DatapathCalls& c) {
        c.called.erase(callee);
        c.state(c.after, count - 1);
      });
      isNoticed("sometimes", [&](DatapathCalls& c) { c.called[callee].when = c.terms.variable(1, "sometimes"); });
      for (std::size_t argument = 0; argument < step.handed.size(); ++argument) {
        if (const auto* table = std::get_if<lift::Table>(&step.handed[argument]))
          for (std::size_t f = 0; f < table->fields.size(); ++f)
            isNoticed(fmt::format("argument {}.{}", argument, table->fields[f].name), [&](DatapathCalls& c) {
              lift::Cell& cell = std::get<lift::Table>(c.called[callee].handed[argument]).fields[f].cells.back();
              cell.bits = ~cell.bits;
            });
        if (std::holds_alternative<OwnMemory>(step.handed[argument]))
          isNoticed("memory", [&](DatapathCalls& c) { c.called[callee].handed[argument] = OwnMemory{2}; });
      }
      for (const auto& [argument, table] : step.changesToo)
        isNoticed(fmt::format("leaves {}", argument), [&](DatapathCalls& c) {
          lift::Cell& cell = c.called[callee].changesToo[argument].fields.back().cells.front();
          cell.bits = ~cell.bits;
        });
      isNoticed("leaves what is no variable", [&](DatapathCalls& c) {
        lift::Cell& cell = c.called[callee].after.fields.front().cells.front();
        cell.bits = ~cell.bits;
      });
    }
    EXPECT_FALSE(statesIt([&](DatapathCalls& c) { c.state(c.after, count + 1); })) << symbol;
    EXPECT_FALSE(statesIt([&](DatapathCalls& c) {
      symbolic::ResultTerms kept = c.after;
      kept.error[3] = c.before.error[3];
      c.state(kept, count);
    })) << symbol;
    EXPECT_FALSE(statesIt([&](DatapathCalls& c) { c.statement.groups[3].expectations.pop_back(); })) << symbol;
    EXPECT_FALSE(statesIt([&](DatapathCalls& c) { c.assumed = {~c.terms.variable(32, "exec").eq(symbolic::Bits(5))}; }))
        << symbol;
    EXPECT_FALSE(statesIt([&](DatapathCalls& c) {
      std::swap(c.statement.input.arguments[0], c.statement.input.arguments[2]);
    })) << symbol;
  }
}

} // namespace
} // namespace warplaw::proofs
