// What datapaths with a memory call, and the oracle: see oracle_turns.h.
#include "proofs/statements/oracle_turns.h"
#include "concrete/execute.h"
#include "proofs/statements/oracle_loops.h"
#include "spec/instruction.h"
#include "symbolic/encodings/oracle.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::ReductionTurns;

constexpr const char *kTake = "warplaw_red_take", *kAdmit = "warplaw_red_admit", *kHalves = "warplaw_red_halves";

/// What a caller was handed: its objects, one a pointer argument, and integers; the memory is argument 3.
struct Caller {
  std::vector<const lift::Table*> objects;
  std::vector<Term> integers;

  explicit Caller(const CallStatement& statement) : objects(objectsOf(statement.input)) {
    for (const lift::Argument& argument : statement.input.arguments)
      if (const Term* integer = std::get_if<Term>(&argument))
        integers.push_back(*integer);
  }
  bool hasArguments(std::size_t pointers, std::size_t numbers) const {
    return objects.size() == pointers && integers.size() == numbers && !objects[kMemory];
  }
  static constexpr unsigned kMemory = 3;
  const lift::Table& operator[](unsigned object) const { return *objects[object]; }
  /// Variables, each of its own, of the caller; what callees leave comes besides.
  OwnVariables own() const {
    OwnVariables all;
    all(objects);
    for (const Term integer : integers)
      all(integer);
    return all;
  }
};

/// The very terms, cell by cell.
bool isSame(const lift::Table& a, const lift::Table& b) {
  return std::ranges::equal(a.fields, b.fields, [](const lift::Field& x, const lift::Field& y) {
    return x.offset == y.offset && x.cellBits == y.cellBits &&
           std::ranges::equal(x.cells, y.cells, [](const lift::Cell& p, const lift::Cell& q) {
             return p.bits.same(q.bits) && p.poison.same(q.poison);
           });
  });
}
bool hands(const ExpectedCall& step, std::size_t argument, const lift::Table& wanted) {
  const auto* table = argument < step.handed.size() ? std::get_if<lift::Table>(&step.handed[argument]) : nullptr;
  return table && isSame(*table, wanted);
}
bool hands(const ExpectedCall& step, std::size_t argument, Term wanted) {
  const auto* term = argument < step.handed.size() ? std::get_if<Term>(&step.handed[argument]) : nullptr;
  return term && term->same(wanted);
}
/// The caller's memory, with its size behind it.
bool handsMemory(const ExpectedCall& step, const Caller& caller) {
  const auto* memory =
      Caller::kMemory < step.handed.size() ? std::get_if<OwnMemory>(&step.handed[Caller::kMemory]) : nullptr;
  return memory && memory->object == Caller::kMemory && hands(step, Caller::kMemory + 1, caller.integers.at(0));
}
/// Some path's way to list lanes: all of them keep one contract (atoms/list).
bool handsListing(const ExpectedCall& step, std::size_t argument) {
  const auto* listing = argument < step.handed.size() ? std::get_if<Function>(&step.handed[argument]) : nullptr;
  return listing && std::ranges::any_of(concrete::paths(spec::Mnemonic::Atoms), [&](const concrete::Path& path) {
           return listing->symbol == fmt::format("warplaw_atoms_list_{}", path.name);
         });
}
/// The objects before the memory, as the caller was handed them.
bool handsItsFirst(const ExpectedCall& step, const Caller& caller) {
  return hands(step, 0, caller[0]) && hands(step, 1, caller[1]) && hands(step, 2, caller[2]);
}

const ExpectedCall* calledAs(const CalledSteps& called, const std::string& symbol) {
  const auto found = called.find(symbol);
  return found == called.end() ? nullptr : &found->second;
}
/// Called always.
const ExpectedCall* always(const CalledSteps& called, const std::string& symbol) {
  const ExpectedCall* step = calledAs(called, symbol);
  return step && (!step->when || step->when.isTrue()) ? step : nullptr;
}

/// A list, and how many it has.
struct Listed {
  lift::Table list;
  Term count;
};

/// What a listing makes of an order, by who performs: a list of its own, any one.
std::optional<Listed> listOf(const char* listing, const symbolic::PerLane<Term>& order, Term performing,
                             const CalledSteps& called, OwnVariables& own) {
  const ExpectedCall* made = always(called, listing);
  if (!made || !hands(*made, 0, laneTable("", order)) || !hands(*made, 1, performing) || made->changes != 2 ||
      !made->changesToo.empty())
    return {};
  own(made->after);
  own(made->returned);
  return Listed{made->after, made->returned};
}

bool takesTurns(const ExpectedCall& step, const Caller& caller, const std::optional<Listed>& over) {
  return over && handsItsFirst(step, caller) && handsMemory(step, caller) && hands(step, 5, caller[4]) &&
         hands(step, 6, over->list) && hands(step, 7, over->count);
}

/// So many calls are stated, and stated to be right. Those that are made of some forms alone: of whichever form it is.
bool countsThem(const CallStatement& statement, std::size_t calls) {
  unsigned counted = 0;
  for (const Group& group : statement.groups)
    for (const Expectation& e : group.expectations)
      if (e.name == "made" || e.name == "well") {
        if (!e.value.isConstant() || e.value.value() != calls)
          return false;
        ++counted;
      }
  return counted == 2;
}

/// Are the results, which are that object, said to be what this callee left there, all of it, by terms of its own?
bool leaves(const CallStatement& statement, unsigned results, const ExpectedCall& callee, OwnVariables& own) {
  const auto outputs = [results](const std::vector<Group>& groups) {
    std::map<std::tuple<std::string, unsigned, int>, Term> all;
    for (const Group& group : groups)
      for (const Expectation& e : group.expectations)
        if (e.place && e.place->object == results)
          all[{e.place->field, e.place->cell, e.place->bit}] = e.value;
    return all;
  };
  own(callee.after);
  return sameTerms(outputs(statement.groups),
                   outputs(groupsOf(results, symbolic::wordsLayoutOf<symbolic::ResultTerms>(), callee.after)));
}

Obligation compared(const std::string& prefix, Term isSo) { return implied(prefix + "/states-the-oracle", {}, isSo); }

/// A callee's objects are the oracle's, cell by cell; `objects`: by argument.
bool areCells(const std::map<unsigned, const lift::Table*>& objects, const std::vector<symbolic::CellAfter>& cells) {
  std::size_t all = 0;
  for (const auto& [argument, table] : objects)
    for (const lift::Field& f : table->fields)
      all += f.cells.size();
  return all == cells.size() && std::ranges::all_of(cells, [&](const symbolic::CellAfter& one) {
           const auto bits = static_cast<unsigned>(8 * one.bytes);
           const auto object = objects.find(one.argument);
           const lift::Cell* cell = object == objects.end() ? nullptr : cellAt(*object->second, one.offset, bits);
           return cell && cell->bits.same(asStored(one.value, bits)) && cell->poison.isFalse();
         });
}

/// What the caller's contract requires.
std::vector<Term> known(const Caller& caller, const Contract& kept) {
  Given given{termsOf(caller[0]), {}, caller.integers};
  for (const lift::Table* table : caller.objects)
    if (table)
      given.objects.push_back(*table);
  return {kept.requires_(given)};
}
/// Each place of a list has a lane that performs (atoms/list), and so reaches its access.
Term listedReach(const Listed& listed, const Caller& caller) {
  constexpr unsigned kReached = 4;
  symbolic::PerLane<Term> lanes;
  std::ranges::transform(listed.list.fields.at(0).cells, lanes.begin(), &lift::Cell::bits);
  return listed.count.ule(listed.count.terms().constant(32, spec::kLanes)) &
         listReaches(lanes, listed.count, structureIn<symbolic::ResultTerms>(caller[kReached]), caller.integers.at(0),
                     structureIn<RedModifierTerms>(caller[0]));
}
/// What is handed on to a RED's turns: its modifiers, operands and choices.
struct TakesTurns {
  lift::Table modifiers, operands, choices;
};

/// What a reduction is handed: for RED its caller's arguments; for SURED what the oracle makes of them, as the called
/// function leaves it.
std::optional<TakesTurns> reductionOf(spec::Mnemonic mnemonic, const Caller& caller, const CalledSteps& called,
                                      OwnVariables& own) {
  if (mnemonic == spec::Mnemonic::Red)
    return TakesTurns{caller[0], caller[1], caller[2]};
  const ExpectedCall* makes = always(called, "warplaw_sured_reduction");
  constexpr unsigned kFirst = 3;
  if (!makes || !handsItsFirst(*makes, caller) || makes->changes != kFirst || makes->changesToo.size() != 2 ||
      !makes->changesToo.contains(kFirst + 1) || !makes->changesToo.contains(kFirst + 2))
    return {};
  const lift::Table &operands = makes->changesToo.at(kFirst + 1), &choices = makes->changesToo.at(kFirst + 2);
  // of operands some stay what they were: any words, as long as they are some
  const lift::Table unwritten =
      tableOf("", symbolic::variables<symbolic::OperandTerms>(termsOf(caller[0]), kUnwritten));
  const auto* any = std::get_if<AnyWords>(&makes->handed.at(kFirst + 1));
  if (!any || !isSame(any->cells, unwritten))
    return {};
  own(unwritten);
  std::vector<const lift::Table*> objects(caller.objects.begin(), caller.objects.begin() + kFirst);
  objects.insert(objects.end(), {nullptr, &unwritten});
  const auto cell = cellsIn(objects);
  if (!areCells({{kFirst, &makes->after}, {kFirst + 1, &operands}, {kFirst + 2, &choices}},
                symbolic::encodedReduction(cell)))
    return {};
  return TakesTurns{makes->after, operands, choices};
}

/// Each of these is called of those modifiers alone.
Term areCalledWhen(Terms& terms, const CalledSteps& called, const std::map<std::string, Term>& whens) {
  std::vector<Term> all;
  for (const auto& [symbol, when] : whens) {
    const ExpectedCall* step = calledAs(called, symbol);
    all.push_back(step && step->when ? step->when.eq(when) : terms.truth(false));
  }
  return terms.all(all);
}

} // namespace

Obligation statesTheOraclesTake(const std::string& prefix, const CalledSteps& called, const CallStatement& statement,
                                const Contract& kept, std::span<const Obligation> made) {
  constexpr unsigned kReached = 4, kResults = 5;
  const Caller caller(statement);
  const ExpectedCall* admits = always(called, kAdmit);
  Terms& terms = termsOf(std::get<lift::Table>(statement.input.objects.at(0)));
  if (!caller.hasArguments(kResults + 1, 1) || !admits || !admits->returned)
    return compared(prefix, terms.truth(false));
  const Term performing = admits->returned;
  OwnVariables own = caller.own();
  own(performing);
  bool isSo = hands(*admits, 0, caller[1]) && hands(*admits, 1, caller[kReached]) &&
              hands(*admits, 2, caller[kResults]) && admits->changes == 2 && admits->changesToo.empty() &&
              leaves(statement, kResults, *admits, own);
  std::vector<Term> may = known(caller, kept);
  const auto cell = cellsIn(caller.objects);
  const auto modifiers = structureIn<RedModifierTerms>(caller[0]);
  std::map<std::string, Term> whens; // who is called, and of which modifiers
  for (const ReductionTurns& turns : symbolic::reductionTurns()) {
    if (turns.inHighOrder)
      continue; // whoever takes the halves' turns takes these, too
    const std::string symbol = turns.isPart() ? kHalves : turnsFunction(turns);
    const Term isThis = symbolic::isOf(turns, modifiers);
    Term& when = whens[symbol];
    when = when ? when | isThis : isThis;
    const ExpectedCall* taker = calledAs(called, symbol);
    OwnVariables withList = own; // one list, which all are handed
    const auto list = listOf(kAnyListing, symbolic::encodedOrder(turns, cell), performing, called, withList);
    isSo = isSo && taker && takesTurns(*taker, caller, list) && (symbol != kHalves || hands(*taker, 8, performing)) &&
           withList.areOwn();
    if (list)
      may.push_back(listedReach(*list, caller));
  }
  const Term areCalled = areCalledWhen(terms, called, whens);
  isSo = isSo && called.size() == whens.size() + 2 && countsThem(statement, 3) && assumesOnly(made, may);
  return compared(prefix, areCalled & terms.truth(isSo));
}

Obligation statesTheOraclesHalves(const std::string& prefix, const CalledSteps& called, const CallStatement& statement,
                                  const Contract& kept, std::span<const Obligation> made) {
  constexpr unsigned kList = 5;
  const Caller caller(statement);
  Terms& terms = termsOf(std::get<lift::Table>(statement.input.objects.at(0)));
  if (!caller.hasArguments(kList + 1, 3))
    return compared(prefix, terms.truth(false));
  const Listed low{caller[kList], caller.integers[1]};
  const Term performing = caller.integers[2];
  OwnVariables own = caller.own();
  bool isSo = true;
  std::vector<Term> may = known(caller, kept);
  const auto cell = cellsIn(caller.objects);
  const auto modifiers = structureIn<RedModifierTerms>(caller[0]);
  std::map<std::string, Term> whens;
  for (const ReductionTurns& turns : symbolic::reductionTurns()) {
    if (!turns.isPart())
      continue;
    whens[turnsFunction(turns)] = symbolic::isOf(turns, modifiers);
    const ExpectedCall* taker = calledAs(called, turnsFunction(turns));
    OwnVariables withList = own;
    const auto list = turns.inHighOrder
                          ? listOf(kPortableListing, symbolic::encodedOrder(turns, cell), performing, called, withList)
                          : std::optional(low);
    isSo = isSo && taker && takesTurns(*taker, caller, list) && withList.areOwn();
    if (list)
      may.push_back(listedReach(*list, caller));
  }
  const Term areCalled = areCalledWhen(terms, called, whens);
  isSo = isSo && called.size() == whens.size() + 1 && countsThem(statement, 3) && assumesOnly(made, may);
  return compared(prefix, areCalled & terms.truth(isSo));
}

Obligation statesTheOraclesDatapath(const std::string& prefix, const std::string& symbol, const CalledSteps& called,
                                    const CallStatement& statement, const Contract& kept,
                                    std::span<const Obligation> made) {
  constexpr unsigned kAround = 4, kResults = 6;
  const Caller caller(statement);
  Terms& terms = termsOf(std::get<lift::Table>(statement.input.objects.at(0)));
  bool isSo = false;
  for (const spec::Mnemonic mnemonic : {spec::Mnemonic::Red, spec::Mnemonic::Sured}) {
    const std::string before = fmt::format("warplaw_{}_", spec::folderOf(mnemonic));
    const ExpectedCall* takes = always(called, kTake);
    if (!symbol.starts_with(before) || !takes || !caller.hasArguments(kResults + 1, 1))
      continue;
    const ExpectedCall* reaches = nullptr; // by any path
    for (const concrete::Path& path : concrete::paths(mnemonic))
      if (const ExpectedCall* reach = always(called, fmt::format("{}reach_{}", before, path.name)))
        reaches = reach;
    OwnVariables own = caller.own();
    const auto reduction = reductionOf(mnemonic, caller, called, own);
    if (!reaches || !reduction)
      continue;
    own(reaches->after);
    std::vector<Term> may = known(caller, kept);
    const auto modifiers = structureIn<RedModifierTerms>(reduction->modifiers);
    may.insert(may.end(),
               {symbolic::isReduction(modifiers, structureIn<spec::RedChoicesIn<AsTerms>>(reduction->choices)),
                performersReach(structureIn<symbolic::OperandTerms>(reduction->operands).exec,
                                structureIn<symbolic::ResultTerms>(reaches->after), caller.integers[0],
                                modifiers)}); // sured/reduction/legal; .../reach/word
    isSo = handsItsFirst(*reaches, caller) && hands(*reaches, 3, caller[kAround]) &&
           hands(*reaches, 4, caller[kAround + 1]) && reaches->changes == 5 && reaches->changesToo.empty() &&
           hands(*takes, 0, reduction->modifiers) && hands(*takes, 1, reduction->operands) &&
           hands(*takes, 2, reduction->choices) && handsMemory(*takes, caller) && hands(*takes, 5, reaches->after) &&
           hands(*takes, 6, caller[kResults]) && handsListing(*takes, 7) && takes->changes == 6 &&
           takes->changesToo.empty() && leaves(statement, kResults, *takes, own) && own.areOwn() &&
           called.size() == (mnemonic == spec::Mnemonic::Red ? 2u : 3u) && assumesOnly(made, may);
  }
  return compared(prefix, terms.truth(isSo && countsThem(statement, called.size())));
}

Obligation statesTheOraclesSelection(const std::string& prefix, const std::string& path, const CalledSteps& called,
                                     const CallStatement& statement, std::span<const Obligation> made) {
  constexpr unsigned kResults = 4, kListing = 6;
  const Caller caller(statement);
  Terms& terms = termsOf(std::get<lift::Table>(statement.input.objects.at(0)));
  if (!caller.hasArguments(kResults + 1, 1))
    return compared(prefix, terms.truth(false));
  const auto modifiers = structureIn<spec::AtomsModifiersIn<AsTerms>>(caller[0]);
  const Term may[] = {symbolic::isAtomsForm(modifiers),
                      symbolic::atomsKept(modifiers, structureIn<symbolic::OperandTerms>(caller[1]),
                                          structureIn<spec::AtomsChoicesIn<AsTerms>>(caller[2]), caller.integers[0])};
  bool isSo = true;
  std::vector<Term> goals;
  std::set<std::string> forms;
  for (const spec::FormFamily& family : spec::families(spec::Mnemonic::Atoms)) {
    const auto& form = family.form.as<spec::AtomsForm>();
    const std::string symbol = "warplaw_atoms_" + symbolic::turnName(form);
    forms.insert(symbol);
    const ExpectedCall* takes = calledAs(called, symbol);
    if (!takes || !takes->when || takes->handed.size() != kListing + 1)
      return compared(prefix, terms.truth(false));
    const auto* listing = std::get_if<Function>(&takes->handed[kListing]);
    OwnVariables own = caller.own();
    isSo = isSo && handsItsFirst(*takes, caller) && handsMemory(*takes, caller) && hands(*takes, 5, caller[kResults]) &&
           listing && listing->symbol == "warplaw_atoms_list_" + path && takes->changes == 5 &&
           takes->changesToo.empty() && leaves(statement, kResults, *takes, own) && own.areOwn();
    goals.push_back(
        takes->when.eq(modifiers.op.eq(symbolic::Bits(form.op)) & modifiers.size.eq(symbolic::Bits(form.size))));
  }
  goals.push_back(
      terms.truth(isSo && countsThem(statement, 1) && forms.size() == called.size() && assumesOnly(made, may)));
  return compared(prefix, terms.all(goals));
}

std::optional<Obligation> statesTheOraclesCalls(const std::string& symbol, const CallStatement& statement,
                                                const Contract* kept, std::span<const Obligation> made,
                                                const std::string& prefix) {
  std::optional<spec::Mnemonic> datapath;
  std::string path;
  for (const spec::Mnemonic mnemonic : {spec::Mnemonic::Atoms, spec::Mnemonic::Red, spec::Mnemonic::Sured})
    for (const concrete::Path& one : concrete::paths(mnemonic))
      if (symbol == fmt::format("warplaw_{}_{}", spec::folderOf(mnemonic), one.name))
        datapath = mnemonic, path = one.name;
  if (!datapath && symbol != kTake && symbol != kHalves)
    return {};
  const auto called = stepsOf(statement.input);
  if (!called || (datapath != spec::Mnemonic::Atoms && !kept))
    return compared(prefix, termsOf(std::get<lift::Table>(statement.input.objects.at(0))).truth(false));
  if (symbol == kTake)
    return statesTheOraclesTake(prefix, *called, statement, *kept, made);
  if (symbol == kHalves)
    return statesTheOraclesHalves(prefix, *called, statement, *kept, made);
  return datapath == spec::Mnemonic::Atoms ? statesTheOraclesSelection(prefix, path, *called, statement, made)
                                           : statesTheOraclesDatapath(prefix, symbol, *called, statement, *kept, made);
}

} // namespace warplaw::proofs
