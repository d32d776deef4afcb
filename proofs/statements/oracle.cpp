// Theorems and the oracle's terms: see oracle.h.
#include "proofs/statements/oracle.h"
#include "concrete/execute.h"
#include "spec/instruction.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::CellAfter;

/// "warplaw_vote_plan" is VOTE's plan.
struct Named {
  spec::Mnemonic mnemonic;
  std::string function;
};
/// Only names that `functions` gives.
std::optional<Named> namedBy(const std::string& symbol,
                             const std::function<std::vector<std::string>(spec::Mnemonic)>& functions) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const std::string& function : functions(mnemonic))
      if (symbol == fmt::format("warplaw_{}_{}", spec::folderOf(mnemonic), function))
        return Named{mnemonic, function};
  return {};
}
std::vector<std::string> onPaths(spec::Mnemonic mnemonic, const std::string& prefix) {
  std::vector<std::string> functions;
  for (const concrete::Path& path : concrete::paths(mnemonic))
    functions.push_back(prefix + std::string(path.name));
  return functions;
}
std::optional<Named> wholeFunction(const std::string& symbol) {
  return namedBy(symbol, [](spec::Mnemonic mnemonic) {
    std::vector<std::string> functions = onPaths(mnemonic, "");
    functions.insert(functions.end(), {"plan", "modifiers"});
    return functions;
  });
}
/// Where lanes go: its arguments are a datapath's.
std::optional<Named> reachFunction(const std::string& symbol) {
  return namedBy(symbol, [](spec::Mnemonic mnemonic) { return onPaths(mnemonic, "reach_"); });
}

/// Where an output stands: object, byte, bit of a mask or -1.
using Key = std::tuple<unsigned, std::uint64_t, int>;
constexpr Key kReturned{~0u, 0, -1};

std::map<Key, Term> placed(const std::vector<CellAfter>& cells) {
  std::map<Key, Term> all;
  for (const CellAfter& cell : cells)
    if (cell.isLaneMask)
      for (unsigned bit = 0; bit < spec::kLanes; ++bit)
        all[{cell.argument, cell.offset, static_cast<int>(bit)}] = cell.value.bit(bit);
    else
      all[{cell.argument, cell.offset, -1}] = asStored(cell.value, 8 * static_cast<unsigned>(cell.bytes));
  return all;
}

std::map<Key, Term> placed(const CallStatement& statement) {
  std::map<Key, Term> all;
  for (const Group& group : statement.groups)
    for (const Expectation& e : group.expectations)
      if (e.place) {
        const auto& table = std::get<lift::Table>(statement.input.objects.at(e.place->object));
        const lift::Field& f = table.field(e.place->field);
        all[{e.place->object, f.offset + e.place->cell * (f.cellBits / 8), e.place->bit}] = e.value;
      } else {
        all[kReturned] = e.value;
      }
  return all;
}

/// The same terms say the same: what is left to be shown is that they are the same.
Obligation compared(Terms& terms, const std::string& prefix, bool areTheOracles) {
  return implied(prefix.empty() ? "states-the-oracle" : prefix + "/states-the-oracle", {}, terms.truth(areTheOracles));
}

std::optional<Term> reachWordOf(spec::Mnemonic mnemonic, const symbolic::CellOfArgument& cell, Term lane,
                                const symbolic::LaneWords& words) {
  const auto reach = symbolic::encodedReach(mnemonic, cell, lane, words);
  return reach ? std::optional(reachWord(reach->performs, reach->place, reach->error, reach->size)) : std::nullopt;
}

/// What such a word tells.
symbolic::LaneReached reachTold(Term word) { return {~word.bit(31), placeIn(word), word.extract(7, 0), sizeIn(word)}; }

/// Integer arguments of a call, in order.
std::vector<Term> integersOf(const lift::Input& given) {
  std::vector<Term> all;
  for (const lift::Argument& argument : given.arguments)
    if (const Term* integer = std::get_if<Term>(&argument))
      all.push_back(*integer);
  return all;
}

/// What a function of a datapath with a memory leaves, by the encoding.
std::optional<std::map<Key, Term>> encodedPart(const std::string& symbol, const CallStatement& statement,
                                               const symbolic::CellOfArgument& cell) {
  if (const auto named = reachFunction(symbol)) {
    const auto results = static_cast<unsigned>(statement.input.objects.size() - 1);
    return placed(symbolic::afterLanes(cell, results, [&](Term lane, const symbolic::LaneWords& words) {
      return reachWordOf(named->mnemonic, cell, lane, words).value();
    }));
  }
  const std::vector<Term> integers = integersOf(statement.input);
  for (const unsigned bits : {16u, 32u, 64u})
    if (symbol == fmt::format("warplaw_red_step_{}", bits))
      return std::map<Key, Term>{
          {kReturned, symbolic::encodedStep(bits, cell, integers.at(0), integers.at(1), integers.at(2), integers.at(3),
                                            integers.at(4).extract(4, 0))}};
  if (symbol == "warplaw_red_admit") {
    const auto admitted = symbolic::encodedAdmission(cell, reachTold);
    std::map<Key, Term> all = placed(admitted.after);
    all[kReturned] = admitted.performing;
    return all;
  }
  if (symbol.starts_with("warplaw_atoms_list_")) { // order, list
    symbolic::PerLane<Term> order;
    for (unsigned i = 0; i < spec::kLanes; ++i)
      order[i] = cell(0, i, 8);
    const symbolic::LanesListed listed = symbolic::encodedList(order, integers.at(0));
    std::map<Key, Term> all = {{kReturned, listed.count}};
    for (unsigned i = 0; i < spec::kLanes; ++i)
      all[{1, i, -1}] = listed.list[i];
    return all;
  }
  if (symbol == "warplaw_sured_reduction")
    return placed(symbolic::encodedReduction(cell));
  if (symbol == "warplaw_atoms_admit") { // a theorem of each size
    const auto bytes = static_cast<unsigned>(integers.at(1).value());
    const auto checked = symbolic::encodedChecks(bytes, cell, integers.at(0), integers.at(2));
    std::map<Key, Term> all = placed(checked.after);
    all[kReturned] = checked.admitted;
    return all;
  }
  return {};
}

/// Each variable that is read for a cell of a lane is read from the table that it is meant to be read from. None: the
/// code's terms are read in another way.
using Tables = std::vector<LaneReadings::Table>;
bool readsOnly(const LaneReadings* readings, const Tables& meant) {
  const auto same = [](Term a, Term b) { return a.same(b); };
  return readings && std::ranges::all_of(readings->tables(), [&](const LaneReadings::Table& read) {
           return std::ranges::any_of(meant, [&](const LaneReadings::Table& table) {
             return read.second.same(table.second) && std::ranges::equal(read.first, table.first, same);
           });
         });
}

/// A lane's words stand for its cells of the operands' rows.
void addRowsOf(Tables& meant, const lift::Table& operands, const std::array<Term, spec::kSourceRows>& word) {
  const auto given = structureIn<symbolic::OperandTerms>(operands);
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    meant.emplace_back(given.row[row], word[row]);
}

symbolic::PerLane<Term> cellsOfLanes(const lift::Table& lanes) {
  symbolic::PerLane<Term> cells;
  std::ranges::transform(lanes.fields.at(0).cells, cells.begin(), &lift::Cell::bits);
  return cells;
}

/// Turns are as is said: from 0 on, up to this last one; there is none in that case (null: there always is one).
bool hasTurns(const LoopContract& loop, Term counter, Term last, Term none, unsigned stride = 1) {
  const auto same = [](Term a, Term b) { return a ? b && a.same(b) : !b; };
  return same(loop.counter, counter) && same(loop.last, last) && same(loop.none, none) && loop.stride == stride;
}
/// A turn for each place of a list.
bool hasTurnsOfList(const LoopContract& loop, Term k, Term count) {
  return hasTurns(loop, k, (k.zext(32) + symbolic::Bits(1)).eq(count), count.eq(symbolic::Bits(0)));
}

/// "row[0][7]", behind `before`.
void addRows(std::map<std::string, Term>& named, const std::string& before,
             const std::array<symbolic::PerLane<Term>, spec::kResultRows>& rows) {
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      named[fmt::format("{}row[{}][{}]", before, r, lane)] = rows[r][lane];
}

/// What the code's functions of RED's turns work on: the bits of an element, and where it begins in the access.
struct Element {
  const char* symbol;
  unsigned bits, shift;
};
constexpr Element kElements[] = {{"warplaw_red_turns_low", 16, 0},
                                 {"warplaw_red_turns_high", 16, 16},
                                 {"warplaw_red_turns_32", 32, 0},
                                 {"warplaw_red_turns_64", 64, 0}};

} // namespace

Term performersReach(LaneReaches reaches, Term exec, const symbolic::ResultTerms& reached, Term allocated,
                     const RedModifierTerms& modifiers) {
  Terms& terms = exec.terms();
  std::vector<Term> all;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term reach = reached.row[0][lane];
    all.push_back(
        (exec.bit(lane) & ~reach.bit(31)).implies(reaches(terms.constant(8, lane), reach, allocated, modifiers)));
  }
  return terms.all(all);
}

Term listReaches(LaneReaches reaches, const symbolic::PerLane<Term>& list, Term count,
                 const symbolic::ResultTerms& reached, Term allocated, const RedModifierTerms& modifiers) {
  Terms& terms = count.terms();
  std::vector<Term> all;
  for (unsigned k = 0; k < spec::kLanes; ++k) {
    const Term reach = terms.select(list[k].extract(4, 0), reached.row[0]);
    all.push_back(terms.constant(32, k).ult(count).implies(reaches(list[k], reach, allocated, modifiers)));
  }
  return terms.all(all);
}

bool assumesOnly(std::span<const Obligation> asked, std::span<const Term> known) {
  const auto conjuncts = [](std::span<const Term> terms) {
    std::set<const symbolic::Node*> all;
    std::vector<Term> left(terms.begin(), terms.end());
    while (!left.empty()) {
      const Term one = left.back();
      left.pop_back();
      if (one.op() == symbolic::Op::And)
        left.insert(left.end(), {one.arg(0), one.arg(1)});
      else
        all.insert(one.node());
    }
    return all;
  };
  const auto may = conjuncts(known);
  return std::ranges::all_of(asked, [&](const Obligation& o) {
    return o.countsAs() == Part::Law ||
           std::ranges::all_of(conjuncts(o.query.assumptions),
                               [&](const symbolic::Node* one) { return Term(one).isTrue() || may.contains(one); });
  });
}

Term reachWord(Term performs, Term place, Term error, Term size) {
  Terms& terms = performs.terms();
  return performs.ite(place | size.shl(terms.constant(32, kPlaceBits)), error.zext(32) | terms.constant(32, kNoAccess));
}

std::vector<const lift::Table*> objectsOf(const lift::Input& given) {
  std::vector<const lift::Table*> objects;
  for (const lift::Argument& argument : given.arguments)
    if (const auto* pointer = std::get_if<lift::PointerTo>(&argument)) {
      if (pointer->object != objects.size() || pointer->offset != 0)
        return {};
      objects.push_back(std::get_if<lift::Table>(&given.objects.at(pointer->object)));
    }
  return objects.size() == given.objects.size() ? objects : std::vector<const lift::Table*>{};
}

Term OwnVariables::operator()(Term term) {
  areOwn_ = areOwn_ && term.op() == symbolic::Op::Variable && seen_.insert(term.node()).second;
  return term;
}
void OwnVariables::operator()(const lift::Table& table) {
  for (const lift::Field& f : table.fields)
    for (const lift::Cell& cell : f.cells)
      if (!cell.bits.isConstant())
        (*this)(cell.bits);
}
void OwnVariables::operator()(const std::vector<const lift::Table*>& objects) {
  for (const lift::Table* table : objects)
    if (table)
      (*this)(*table);
}

symbolic::CellOfArgument cellsIn(std::vector<const lift::Table*> objects) {
  return [objects = std::move(objects)](unsigned argument, std::size_t offset, unsigned bits) {
    const lift::Cell* found = cellAt(*objects.at(argument), offset, bits < 8 ? 8 : bits);
    assert(found && "an argument is a structure of spec's, cell by cell");
    return asLoaded(found->bits, bits);
  };
}

symbolic::CellOfArgument cellsIn(const std::vector<lift::Table>& objects) {
  std::vector<const lift::Table*> pointers;
  for (const lift::Table& table : objects)
    pointers.push_back(&table);
  return cellsIn(std::move(pointers));
}

std::optional<Obligation> statesTheOracle(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                          const std::string& prefix) {
  std::vector<const lift::Table*> objects;
  for (const lift::Object& object : statement.input.objects)
    if (const auto* table = std::get_if<lift::Table>(&object))
      objects.push_back(table);
    else
      return {}; // a memory: no single function
  const auto cell = cellsIn(objects);
  std::optional<std::map<Key, Term>> oracle;
  if (const auto named = wholeFunction(symbol)) {
    std::optional<std::vector<CellAfter>> wanted;
    if (named->function == "plan")
      wanted = symbolic::encodedPlan(named->mnemonic, terms, cell);
    else if (named->function == "modifiers")
      wanted = symbolic::encodedModifiers(named->mnemonic, cell);
    else
      wanted = symbolic::encodedDatapath(named->mnemonic, cell);
    if (wanted)
      oracle = placed(*wanted);
  } else {
    oracle = encodedPart(symbol, statement, cell);
  }
  if (!oracle)
    return {};
  return compared(terms, prefix, !objectsOf(statement.input).empty() && sameTerms(*oracle, placed(statement)));
}

std::optional<Obligation> statesTheOraclesLane(const std::string& symbol, const Given& given, Term lane,
                                               const symbolic::LaneWords& words, Term stated,
                                               const std::string& prefix) {
  const auto cell = cellsIn(given.objects);
  std::optional<Term> wanted;
  if (const auto named = wholeFunction(symbol))
    wanted = symbolic::encodedLane(named->mnemonic, cell, lane, words);
  else if (const auto reach = reachFunction(symbol))
    wanted = reachWordOf(reach->mnemonic, cell, lane, words);
  if (!wanted)
    return {};
  return compared(given.terms, prefix + "/lane", stated.same(*wanted));
}

Obligation statesTheOraclesTurn(const std::string& symbol, const AtomsLoop& loop, const LoopStated& code) {
  constexpr unsigned kMemory = 3, kResults = 4;
  const symbolic::LaneTurn& given = loop.given;
  const Term k = code.contract.counter;
  const auto objects = objectsOf(code.cut.given);
  const std::vector<Term> integers = integersOf(code.cut.given);
  OwnVariables own;
  own(objects);
  own(std::array{k, given.lane, given.address, given.offset, given.byte, given.old});
  own(given.word);
  own(loop.listed);
  own(std::array{loop.waiting.admitted, loop.waiting.winners, loop.count});
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    own(given.row[r]);
    own(loop.waiting.checked[r]);
  }
  if (objects.size() != kResults + 1 || integers.empty())
    return compared(k.terms(), "", false);
  constexpr std::string_view kAtoms = "warplaw_atoms_";
  const std::string form = symbol.starts_with(kAtoms) ? symbol.substr(kAtoms.size()) : "";
  const auto turned = symbolic::encodedTurn(form, cellsIn(objects), given);
  const auto waits = symbolic::encodedWaiting(form, cellsIn(objects), loop.waiting);
  if (!turned || !waits)
    return compared(k.terms(), "", false);
  std::map<std::string, Term> oracle, first;
  oracle["memory"] = turned->memory;
  addRows(oracle, "", turned->row);
  addRows(first, "entry.", *waits);

  // what the code takes from its lane, and where it goes
  symbolic::PerLane<Term> stored;
  std::ranges::transform(loop.listed, stored.begin(), [](Term lane) { return lane.zext(8); });
  Tables meant = {{stored, given.lane}, {loop.listed, given.lane.extract(4, 0)}};
  addRowsOf(meant, *objects[1], given.word);
  const Term address = symbolic::encodedAddress(form, cellsIn(objects), given.word, integers[0]).value();
  const auto isAddress = [&](Term assumed) { return assumed.same(given.address.eq(address)); };
  bool isRead = readsOnly(loop.turn.readsCode().target<LaneReadings>(), meant) &&
                std::ranges::any_of(loop.address.query.assumptions, isAddress) &&
                std::ranges::any_of(loop.address.outputs,
                                    [&](const Output& output) { return output.expected.same(given.address); });

  // what stood before the turn
  const auto* before = loop.turn.readsExpected().target<BeforeTurn>();
  const lift::State& assumed = code.cut.final.cut->assumed;
  const Bytes memory = [&](Term place) { return byteAt(assumed, kMemory, place); };
  const std::vector<lift::Cell>& rows = std::get<lift::Table>(assumed.objects[kResults]).field("row").cells;
  std::vector<std::pair<Term, Term>> found = {{given.byte, memory(given.address + given.offset)},
                                              {given.old, load(memory, given.address, given.old.width() / 8)}};
  for (unsigned cell = 0; cell < rows.size(); ++cell)
    found.emplace_back(given.row[cell / spec::kLanes][cell % spec::kLanes], rows[cell].bits);
  isRead = isRead && before && readsOnly(&before->readings, meant) &&
           std::ranges::all_of(before->assumed, [&](const auto& pair) {
             return std::ranges::any_of(
                 found, [&](const auto& one) { return one.first.same(pair.first) && one.second.same(pair.second); });
           });
  return compared(k.terms(), "",
                  own.areOwn() && isRead && hasTurnsOfList(code.contract, k, loop.count) &&
                      sameTerms(oracle, loop.turn.stated()) && sameTerms(first, loop.first.stated()));
}

Obligation statesTheOraclesSpin(const Equalities& stated, const LoopStated& code, const symbolic::SpinTurn& given) {
  const auto objects = objectsOf(code.cut.given);
  const std::vector<Term> integers = integersOf(code.cut.given);
  if (objects.empty() || integers.size() != 2)
    return compared(given.k.terms(), "", false);
  OwnVariables own;
  own(objects);
  own(std::array{given.k, given.admitted, given.chosenBanks, given.taken, given.winners});
  const bool isHanded = given.admitted.same(integers[0]) && given.chosenBanks.same(integers[1]) &&
                        hasTurns(code.contract, given.k, given.k.eq(symbolic::Bits(spec::kLanes - 1)), {}) &&
                        !stated.readsCode() && !stated.readsExpected();
  const bool nobodyAtFirst = std::ranges::all_of(code.contract.parts(code.cut.final), [](const LoopPart& part) {
    return part.first && part.first.isConstant() && part.first.value() == 0;
  });
  const auto turned = symbolic::encodedSpin(cellsIn(objects), given);
  const std::map<std::string, Term> oracle = {{"taken", turned.taken}, {"winners", turned.winners}};
  return compared(given.k.terms(), "", own.areOwn() && isHanded && nobodyAtFirst && sameTerms(oracle, stated.stated()));
}

Term anyStep(unsigned bits, Term op, Term size, Term memory, Term operand, Term lane) {
  return op.terms().apply(bits, "step", std::array{op, size, memory, operand, lane});
}

Obligation statesTheOraclesReduction(const std::string& symbol, const Equalities& stated, const LoopStated& code,
                                     const ReductionGiven& given, const MayAssume& kept,
                                     std::span<const Obligation> asked) {
  constexpr unsigned kMemory = 3, kReached = 4, kList = 5;
  const auto objects = objectsOf(code.cut.given);
  const std::vector<Term> integers = integersOf(code.cut.given);
  const auto* element = std::ranges::find(kElements, symbol, &Element::symbol);
  if (element == std::end(kElements) || objects.size() != kList + 1 || integers.size() != 2)
    return compared(given.lane.terms(), "", false);
  OwnVariables own;
  own(objects);
  own(std::array{given.k, given.lane, given.reach, given.place, given.element, given.made, integers[0], integers[1]});
  own(given.word);
  const unsigned bits = element->bits;
  const symbolic::LaneReached reached = reachTold(given.reach);
  const Bytes memory = [&](Term place) { return byteAt(code.cut.final.cut->assumed, kMemory, place); };
  const Term held = load(memory, symbolic::encodedElement(reached, element->shift), bits / 8);
  const Term after = symbolic::encodedReductionTurn(
      cellsIn(objects), {bits, element->shift, given.lane, reached, given.word, given.place, memory(given.place), held},
      [bits](Term op, Term size, Term m, Term operand, Term lane) {
        return anyStep(bits, op, size, m, operand, lane);
      });

  Tables meant = {{cellsOfLanes(*objects[kList]), given.lane},
                  {structureIn<symbolic::ResultTerms>(*objects[kReached]).row[0], given.reach}};
  addRowsOf(meant, *objects[1], given.word);
  const std::vector<LoopPart> parts = code.contract.parts(code.cut.final);
  const bool isRead =
      readsOnly(stated.readsCode().target<LaneReadings>(), meant) && !stated.readsExpected() &&
      hasTurnsOfList(code.contract, given.k, integers[1]) && parts.size() == 1 && parts[0].first &&
      parts[0].first.same(std::get<lift::ByteMemory>(code.cut.given.objects[kMemory]).byteAt(given.place));
  const std::map<std::string, Term> oracle = {{"memory", after}};

  Given whole{given.lane.terms(), {}, integers};
  for (const lift::Table* table : objects)
    if (table)
      whole.objects.push_back(*table);
  const auto modifiers = structureIn<RedModifierTerms>(*objects[0]);
  const Term isTurn = given.k.zext(32).ult(integers[1]);
  const Term operand = symbolic::encodedReductionOperand(bits, element->shift, given.word);
  const Term known[] = {kept.contract.requires_(whole),
                        kept.reaches(given.lane, given.reach, integers[0], modifiers),
                        isTurn,
                        code.contract.none | isTurn,
                        given.element.eq(held),
                        given.made.eq(anyStep(bits, modifiers.op, reached.size, held, operand, given.lane.zext(32)))};
  return compared(given.lane.terms(), "",
                  own.areOwn() && isRead && assumesOnly(asked, known) && sameTerms(oracle, stated.stated()));
}

Obligation statesTheOraclesListing(const Equalities& stated, const LoopStated& code, Term first, unsigned places,
                                   const symbolic::LanesListed& before) {
  Terms& terms = before.count.terms();
  const auto objects = objectsOf(code.cut.given);
  const std::vector<Term> integers = integersOf(code.cut.given);
  if (objects.size() != 2 || integers.size() != 1)
    return compared(terms, "", false);
  const symbolic::PerLane<Term> order = cellsOfLanes(*objects[0]);
  const Term performing = integers[0];
  OwnVariables own;
  own(order);
  own(before.list);
  own(std::array{performing, before.count});
  symbolic::LanesListed listed = before;
  for (unsigned i = 0; i < places; ++i)
    listed = symbolic::encodedListing(order, performing, first + symbolic::Bits(i), listed);
  std::map<std::string, Term> oracle = {{"count", listed.count}};
  for (unsigned i = 0; i < spec::kLanes; ++i)
    oracle[fmt::format("list[{}]", i)] = listed.list[i];

  // everybody: the order itself
  const std::vector<LoopPart> parts = code.contract.parts(code.cut.final);
  bool isOrder = parts.size() == spec::kLanes + 1 && parts.back().withoutTurns.isConstant() &&
                 parts.back().withoutTurns.value() == spec::kLanes;
  for (unsigned i = 0; isOrder && i < spec::kLanes; ++i)
    isOrder = parts[i].withoutTurns && parts[i].withoutTurns.same(order[i].extract(4, 0).zext(8));
  const Term last = first.eq(symbolic::Bits(spec::kLanes - places));
  return compared(terms, "",
                  own.areOwn() && isOrder && !stated.readsCode() && !stated.readsExpected() &&
                      hasTurns(code.contract, first, last, performing.eq(~symbolic::Bits(0)), places) &&
                      sameTerms(oracle, stated.stated()));
}

} // namespace warplaw::proofs
