// A theorem that states another function than the oracle's, at one value of one output, is noticed: the terms differ.
#include "proofs/statements/oracle_loops.h"
#include "proofs/statements/oracle_turns.h"
#include "proofs/theorems/atoms_turn.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/red_turns.h"
#include "proofs/theorems/sured_theorems.h"
#include "symbolic/encodings/oracle.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace oracle_test {

bool statesIt(Terms& terms, const Contract& contract, const CallStatement& statement) {
  const auto compared = statesTheOracle(terms, contract.symbol, statement, "toy");
  EXPECT_TRUE(compared) << contract.symbol;
  return compared && !compared->query.goal.isFalse(); // what is assumed, a solver says
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
       {red::reachContract("portable"), red::lanesContract("portable"), red::admitContract(), red::stepContract(16),
        red::stepContract(32), red::stepContract(64), sured::reachContract("portable"), sured::lanesContract(),
        sured::reductionContract()}) {
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

/// Something that is asked of the code, under these assumptions.
std::vector<Obligation> askedUnder(Terms& terms, std::vector<Term> assumptions) {
  const Subject subject = Subject::shipped();
  Equalities none(terms, subject, {});
  return {none.obligation("asked", std::move(assumptions))};
}

/// Does what is asked of a loop state the oracle? By folding, or as a solver says.
bool statesIt(const AskedOfLoop& loop) {
  const auto* asked = std::get_if<LoopAsked>(&loop);
  if (!asked)
    return false;
  const auto comparison = std::ranges::find(asked->asked, "states-the-oracle", &Obligation::name);
  EXPECT_NE(comparison, asked->asked.end());
  return comparison != asked->asked.end() && !comparison->query.goal.isFalse();
}
/// No variable, but equal to it at all values but one.
Term spoilt(Term variable) { return variable.eq(symbolic::onesOf(variable.width())).ite(~variable, variable); }

/// For each form: what a turn is given is no variable, or a variable of something else.
TEST(Oracle, ATurnThatIsNotGivenAnythingIsNoticed_ATOMS_5) {
  for (const atoms::Pair pair : atoms::pairs()) {
    Terms terms;
    const AtomsFunction right = atoms::TurnOfForm(terms, pair);
    const Subject subject = Subject::shipped();
    EXPECT_TRUE(statesIt(askAtoms(terms, subject, right))) << right.symbol;
    const auto isNoticed = [&](const char* what, const std::function<void(AtomsFunction&)>& change) {
      AtomsFunction wrong = right;
      change(wrong);
      EXPECT_FALSE(statesIt(askAtoms(terms, subject, wrong))) << right.symbol << ": " << what;
    };
    isNoticed("count", [](AtomsFunction& f) { f.count = spoilt(f.count); });
    isNoticed("word", [](AtomsFunction& f) { f.turn.word[1] = f.turn.word[2]; });
    isNoticed("checked", [](AtomsFunction& f) { f.checked.row[0][3] = f.turn.row[0][3]; });
    isNoticed("predicate", [](AtomsFunction& f) { f.checked.predicate = f.admitted; });
    isNoticed("another function", [](AtomsFunction& f) { f.symbol = "warplaw_atoms_admit"; });
  }
}

TEST(Oracle, AChoiceOfWinnersThatIsNotGivenAnythingIsNoticed_ATOMS_10) {
  Terms terms;
  const Subject subject = Subject::shipped();
  const SpinFunction right{"warplaw_atoms_spin_winners",
                           atoms::modifiersTable(terms.variable(32, "imm24"), terms.variable(32, "baseIsZero")),
                           symbolic::variables<symbolic::OperandTerms>(terms),
                           symbolic::variables<symbolic::AtomsChoiceTerms>(terms),
                           {terms.variable(5, "k"), terms.variable(32, "admitted"), terms.variable(32, "chosenBanks"),
                            terms.variable(32, "taken"), terms.variable(32, "winners")}};
  EXPECT_TRUE(statesIt(askSpin(terms, subject, right)));
  const auto isNoticed = [&](const std::function<void(SpinFunction&)>& change) {
    SpinFunction wrong = right;
    change(wrong);
    EXPECT_FALSE(statesIt(askSpin(terms, subject, wrong)));
  };
  isNoticed([](SpinFunction& f) { f.turn.taken = f.turn.winners; });
  isNoticed([](SpinFunction& f) { f.turn.admitted = spoilt(f.turn.admitted); });
  isNoticed([](SpinFunction& f) { f.choices.order[3] = f.choices.order[4]; });
}

TEST(Oracle, AListThatIsNotGivenAnythingIsNoticed_ATOMS_5) {
  Terms terms;
  const Subject subject = Subject::shipped();
  const ListingFunction right{laneBytes(terms, "order"),
                              terms.variable(32, "performing"),
                              terms.variable(3, "turn"),
                              4,
                              {laneBytes(terms, "list"), terms.variable(6, "count")}};
  EXPECT_TRUE(statesIt(askListing(terms, subject, right)));
  const auto isNoticed = [&](const std::function<void(ListingFunction&)>& change) {
    ListingFunction wrong = right;
    change(wrong);
    EXPECT_FALSE(statesIt(askListing(terms, subject, wrong)));
  };
  isNoticed([](ListingFunction& f) { f.performing = spoilt(f.performing); });
  isNoticed([](ListingFunction& f) { f.before.count = f.turn.zext(6); });
  isNoticed([](ListingFunction& f) { f.places = 2; });
}

/// A turn of RED by each function: the same, and an assumption more; and the function of other turns.
TEST(Oracle, ATurnOfAReductionUnderAnotherAssumptionIsNoticed_RED_6) {
  const auto& all = symbolic::reductionTurns();
  for (const symbolic::ReductionTurns& which : all) {
    Terms terms;
    const red::Loop loop(terms, which);
    const Subject subject = Subject::shipped();
    const ReductionFunction right = loop;
    const auto stated = [&](const ReductionFunction& function) {
      return statesIt(askReduction(terms, subject, function, red::turnsContract(which)));
    };
    EXPECT_TRUE(stated(right)) << which.name;
    for (const Term narrower : {~loop.count.eq(symbolic::Bits(5)), ~loop.k.eq(symbolic::Bits(5)),
                                ~loop.modifiers.op.eq(symbolic::Bits(5)), ~loop.reach.eq(symbolic::Bits(5))}) {
      ReductionFunction wrong = right;
      wrong.facts.push_back(narrower);
      EXPECT_FALSE(stated(wrong)) << which.name;
    }
    const auto isNoticed = [&](const std::function<void(ReductionFunction&)>& change) {
      ReductionFunction wrong = right;
      change(wrong);
      EXPECT_FALSE(stated(wrong)) << which.name;
    };
    isNoticed(
        [&](ReductionFunction& f) { f.symbol = turnsFunction(&which == &all.front() ? all.back() : all.front()); });
    isNoticed([](ReductionFunction& f) { f.reach = spoilt(f.reach); });
    isNoticed([](ReductionFunction& f) { f.word[0] = f.word[1]; });
    isNoticed([](ReductionFunction& f) { f.list[7] = f.list[8]; });
  }
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
  const auto modifiers = symbolic::variables<symbolic::RedModifierTerms>(terms);
  const std::vector<lift::Table> given = {
      tableOf("", modifiers), tableOf("", symbolic::variables<symbolic::OperandTerms>(terms)), tableOf("", choices),
      tableOf("", symbolic::variables<symbolic::ResultTerms>(terms, "reached.")), low};
  const auto turns = [&](const lift::Table& list, Term count, Term when) {
    return ExpectedCall{{given[0], given[1], given[2], OwnMemory{3}, allocated, given[3], list, count}, 6, list, when};
  };
  ExpectedCall listing{{laneTable("", choices.orderHigh), performing, Anything{}}, 2, high};
  listing.returned = highCount;
  CalledSteps called = {{kPortableListing, listing}};
  for (const symbolic::ReductionTurns& half : symbolic::reductionTurns())
    if (half.isPart())
      called[turnsFunction(half)] = turns(half.inHighOrder ? high : low, half.inHighOrder ? highCount : lowCount,
                                          symbolic::isOf(half, modifiers));
  change(terms, called, choices);
  CallStatement statement = calling(given, allocated, {lowCount, performing});
  statement.groups = {callsOf(terms, calls)};
  const std::vector<Term> assumed = {narrower ? ~performing.eq(symbolic::Bits(5)) : terms.truth(true)};
  return statesTheOraclesHalves("toy", called, statement, {red::halvesContract()}, askedUnder(terms, assumed))
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
    std::swap(called["warplaw_red_turns_min_low"], called["warplaw_red_turns_min_high"]);
  }));
  EXPECT_FALSE(halvesStateIt([](Terms&, CalledSteps& called, Choices&) {
    std::swap(called["warplaw_red_turns_min_low"], called["warplaw_red_turns_max_low"]);
  }));
  for (const char* left : {"warplaw_red_turns_min_low", "warplaw_red_turns_min_high", kPortableListing}) {
    EXPECT_FALSE(halvesStateIt([&](Terms&, CalledSteps& called, Choices&) { called.erase(left); })) << left;
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
    const auto unwritten = symbolic::variables<symbolic::OperandTerms>(terms, kUnwritten);
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
             tableOf("", symbolic::suredReductionOperands(operands, unwritten)),
             tableOf("", symbolic::suredReductionChoices(suredChoices))};
      ExpectedCall makes{
          {given[0], given[1], given[2], Anything{}, AnyWords{tableOf("", unwritten)}, Anything{}}, 3, red[0]};
      makes.changesToo = {{4, red[1]}, {5, red[2]}};
      called["warplaw_sured_reduction"] = makes;
    }
    called[isSured ? "warplaw_sured_reach_portable" : "warplaw_red_reach_portable"] = {
        {given[0], given[1], given[2], given[3], given[4], Anything{}}, 5, reached};
    called["warplaw_red_take"] = {
        {red[0], red[1], red[2], OwnMemory{3}, allocated, reached, given[5], Function{kPortableListing}},
        6,
        tableOf("", after)};
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
      return statesTheOraclesDatapath("toy", symbol, calls.called, calls.statement, {contract},
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
        if (std::holds_alternative<AnyWords>(step.handed[argument]))
          isNoticed("what nobody writes", [&](DatapathCalls& c) { c.called[callee].handed[argument] = Anything{}; });
        if (std::holds_alternative<Function>(step.handed[argument]))
          isNoticed("a function", [&](DatapathCalls& c) { c.called[callee].handed[argument] = Function{"another"}; });
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

} // namespace oracle_test
} // namespace warplaw::proofs
