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

template <class Name> bool sameTerms(const std::map<Name, Term>& oracle, const std::map<Name, Term>& stated) {
  return std::ranges::equal(oracle, stated,
                            [](const auto& a, const auto& b) { return a.first == b.first && a.second.same(b.second); });
}

std::optional<Term> reachWordOf(spec::Mnemonic mnemonic, const symbolic::CellOfArgument& cell, Term lane,
                                const symbolic::LaneWords& words) {
  const auto reach = symbolic::encodedReach(mnemonic, cell, lane, words);
  return reach ? std::optional(reachWord(reach->performs, reach->place, reach->error, reach->size)) : std::nullopt;
}

/// What such a word tells.
symbolic::LaneReached reachTold(Term word) { return {~word.bit(31), placeIn(word), word.extract(7, 0), sizeIn(word)}; }

/// Integer arguments of a call, in order.
std::vector<Term> integersOf(const CallStatement& statement) {
  std::vector<Term> all;
  for (const lift::Argument& argument : statement.input.arguments)
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
  const std::vector<Term> integers = integersOf(statement);
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

/// Cells of tables, which must be variables, each of its own: nothing is hidden in what a turn is given.
class OwnVariables {
public:
  Term operator()(Term term) {
    areOwn_ = areOwn_ && term.op() == symbolic::Op::Variable && seen_.insert(term.node()).second;
    return term;
  }
  template <std::size_t N> void operator()(const std::array<Term, N>& all) {
    for (const Term term : all)
      (*this)(term);
  }
  void operator()(const std::vector<lift::Table>& objects) {
    for (const lift::Table& table : objects)
      for (const lift::Field& f : table.fields)
        for (const lift::Cell& cell : f.cells)
          areOwn_ = areOwn_ && (cell.bits.isConstant() || (*this)(cell.bits));
  }
  bool areOwn() const { return areOwn_; }

private:
  bool areOwn_ = true;
  std::set<const symbolic::Node*> seen_;
};

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

Term reachWord(Term performs, Term place, Term error, Term size) {
  Terms& terms = performs.terms();
  return performs.ite(place | size.shl(terms.constant(32, kPlaceBits)), error.zext(32) | terms.constant(32, kNoAccess));
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
  return compared(terms, prefix, sameTerms(*oracle, placed(statement)));
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

Obligation statesTheOraclesTurn(const std::string& symbol, const AtomsLoop& loop,
                                const std::vector<lift::Table>& objects) {
  const symbolic::LaneTurn& given = loop.given;
  OwnVariables own;
  own(objects);
  own(std::array{given.lane, given.address, given.offset, given.byte, given.old});
  own(given.word);
  own(std::array{loop.waiting.admitted, loop.waiting.winners});
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    own(given.row[r]);
    own(loop.waiting.checked[r]);
  }
  constexpr std::string_view kAtoms = "warplaw_atoms_";
  const std::string form = symbol.starts_with(kAtoms) ? symbol.substr(kAtoms.size()) : "";
  const auto turned = symbolic::encodedTurn(form, cellsIn(objects), given);
  const auto waits = symbolic::encodedWaiting(form, cellsIn(objects), loop.waiting);
  std::map<std::string, Term> oracle, first;
  if (turned && waits) {
    oracle["memory"] = turned->memory;
    addRows(oracle, "", turned->row);
    addRows(first, "entry.", *waits);
  }
  return compared(given.lane.terms(), "",
                  turned && own.areOwn() && sameTerms(oracle, loop.turn.stated()) &&
                      sameTerms(first, loop.first.stated()));
}

Obligation statesTheOraclesSpin(const Equalities& stated, const std::vector<lift::Table>& objects,
                                const symbolic::SpinTurn& given) {
  OwnVariables own;
  own(objects);
  own(std::array{given.k, given.admitted, given.chosenBanks, given.taken, given.winners});
  const auto turned = symbolic::encodedSpin(cellsIn(objects), given);
  const std::map<std::string, Term> oracle = {{"taken", turned.taken}, {"winners", turned.winners}};
  return compared(given.k.terms(), "", own.areOwn() && sameTerms(oracle, stated.stated()));
}

Term anyStep(unsigned bits, Term op, Term size, Term memory, Term operand, Term lane) {
  return op.terms().apply(bits, "step", std::array{op, size, memory, operand, lane});
}

Obligation statesTheOraclesReduction(const std::string& symbol, const Equalities& stated,
                                     const std::vector<lift::Table>& objects, const ReductionGiven& given,
                                     const lift::ByteMemory& before) {
  OwnVariables own;
  own(objects);
  own(std::array{given.lane, given.reach, given.place});
  own(given.word);
  std::map<std::string, Term> oracle;
  const auto* element = std::ranges::find(kElements, symbol, &Element::symbol);
  if (element != std::end(kElements)) {
    const unsigned bits = element->bits;
    const symbolic::LaneReached reached = reachTold(given.reach);
    const Bytes memory = [&](Term place) { return before.byteAt(place); };
    const Term held = load(memory, symbolic::encodedElement(reached, element->shift), bits / 8);
    oracle["memory"] = symbolic::encodedReductionTurn(
        cellsIn(objects),
        {bits, element->shift, given.lane, reached, given.word, given.place, memory(given.place), held},
        [bits](Term op, Term size, Term m, Term operand, Term lane) {
          return anyStep(bits, op, size, m, operand, lane);
        });
  }
  return compared(given.lane.terms(), "", !oracle.empty() && own.areOwn() && sameTerms(oracle, stated.stated()));
}

Obligation statesTheOraclesListing(const Equalities& stated, const symbolic::PerLane<Term>& order, Term performing,
                                   Term first, unsigned places, const symbolic::LanesListed& before) {
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
  return compared(performing.terms(), "", own.areOwn() && sameTerms(oracle, stated.stated()));
}

} // namespace warplaw::proofs
