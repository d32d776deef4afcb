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
  return namedBy(symbol, [](spec::Mnemonic mnemonic) {
    std::vector<std::string> functions = onPaths(mnemonic, "reach_");
    std::ranges::move(onPaths(mnemonic, "lanes_"), std::back_inserter(functions)); // each by itself
    return functions;
  });
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
Obligation compared(const std::string& prefix, Term isSo) { return implied(prefix + "/states-the-oracle", {}, isSo); }

std::optional<Term> reachWordOf(spec::Mnemonic mnemonic, const symbolic::CellOfArgument& cell, Term lane,
                                const symbolic::LaneWords& words) {
  const auto reach = symbolic::encodedReach(mnemonic, cell, lane, words);
  return reach ? std::optional(reachWord(reach->performs, reach->place, reach->error, reach->size)) : std::nullopt;
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

/// For functions of ATOMS that nobody calls by a contract: do the assumptions follow from what callers of a datapath
/// keep? Functions that make lists assume nothing. Width 1.
Term assumesWhatIsKept(const std::string& symbol, const CallStatement& statement, Terms& terms) {
  if (symbol.starts_with("warplaw_atoms_list_"))
    return terms.truth(statement.assumptions.empty());
  if (symbol != "warplaw_atoms_admit")
    return terms.truth(true);
  const auto object = [&](unsigned i) { return std::get<lift::Table>(statement.input.objects.at(i)); };
  return symbolic::atomsKept(structureIn<spec::AtomsModifiersIn<AsTerms>>(object(0)),
                             structureIn<symbolic::OperandTerms>(object(1)),
                             structureIn<spec::AtomsChoicesIn<AsTerms>>(object(2)), integersOf(statement.input).at(0))
      .implies(terms.all(statement.assumptions));
}

} // namespace

Term laneReaches(Term lane, Term word, Term allocated, const RedModifierTerms& modifiers) {
  return symbolic::reachesItsAccess(lane, reachTold(word), allocated, modifiers);
}

Term performersReach(Term exec, const symbolic::ResultTerms& reached, Term allocated,
                     const RedModifierTerms& modifiers) {
  Terms& terms = exec.terms();
  std::vector<Term> all;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term reach = reached.row[0][lane];
    all.push_back(
        (exec.bit(lane) & ~reach.bit(31)).implies(laneReaches(terms.constant(8, lane), reach, allocated, modifiers)));
  }
  return terms.all(all);
}

Term listReaches(const symbolic::PerLane<Term>& list, Term count, const symbolic::ResultTerms& reached, Term allocated,
                 const RedModifierTerms& modifiers) {
  Terms& terms = count.terms();
  std::vector<Term> all;
  for (unsigned k = 0; k < spec::kLanes; ++k) {
    const Term reach = terms.select(list[k].extract(4, 0), reached.row[0]);
    all.push_back(terms.constant(32, k).ult(count).implies(laneReaches(list[k], reach, allocated, modifiers)));
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

symbolic::LaneReached reachTold(Term word) { return {~word.bit(31), placeIn(word), word.extract(7, 0), sizeIn(word)}; }

std::vector<Term> integersOf(const lift::Input& given) {
  std::vector<Term> all;
  for (const lift::Argument& argument : given.arguments)
    if (const Term* integer = std::get_if<Term>(&argument))
      all.push_back(*integer);
  return all;
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
  const bool isSo = !objectsOf(statement.input).empty() && sameTerms(*oracle, placed(statement));
  return compared(prefix, terms.truth(isSo) & assumesWhatIsKept(symbol, statement, terms));
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
  return compared(prefix + "/lane", given.terms.truth(stated.same(*wanted)));
}

} // namespace warplaw::proofs
