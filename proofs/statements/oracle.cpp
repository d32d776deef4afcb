// Theorems and the oracle's terms: see oracle.h.
#include "proofs/statements/oracle.h"
#include "concrete/execute.h"
#include "spec/instruction.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warplaw::proofs {
namespace {
using symbolic::CellAfter;

/// "warplaw_vote_plan" is VOTE's plan.
struct Named {
  spec::Mnemonic mnemonic;
  std::string function;
};
std::optional<Named> namedBy(const std::string& symbol) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    std::vector<std::string> functions = {"plan", "modifiers"};
    for (const concrete::Path& path : concrete::paths(mnemonic))
      functions.emplace_back(path.name);
    for (const std::string& function : functions)
      if (symbol == fmt::format("warplaw_{}_{}", spec::folderOf(mnemonic), function))
        return Named{mnemonic, function};
  }
  return {};
}

/// Where an output stands: object, byte, bit of a mask or -1.
using Key = std::tuple<unsigned, std::uint64_t, int>;

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
      }
  return all;
}

/// The same terms say the same: what is left to be shown is that they are the same.
Obligation compared(Terms& terms, const std::string& prefix, bool areTheOracles) {
  return implied(prefix + "/states-the-oracle", {}, terms.truth(areTheOracles));
}

} // namespace

symbolic::CellOfArgument cellsIn(std::vector<const lift::Table*> objects) {
  return [objects = std::move(objects)](unsigned argument, std::size_t offset, unsigned bits) {
    const lift::Cell* found = cellAt(*objects.at(argument), offset, bits < 8 ? 8 : bits);
    assert(found && "an argument is a structure of spec's, cell by cell");
    return asLoaded(found->bits, bits);
  };
}

std::optional<Obligation> statesTheOracle(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                          const std::string& prefix) {
  const auto named = namedBy(symbol);
  if (!named)
    return {};
  std::vector<const lift::Table*> objects;
  for (const lift::Object& object : statement.input.objects)
    if (const auto* table = std::get_if<lift::Table>(&object))
      objects.push_back(table);
    else
      return {}; // a memory: no single function
  const auto cell = cellsIn(objects);
  std::optional<std::vector<CellAfter>> wanted;
  if (named->function == "plan")
    wanted = symbolic::encodedPlan(named->mnemonic, terms, cell);
  else if (named->function == "modifiers")
    wanted = symbolic::encodedModifiers(named->mnemonic, cell);
  else
    wanted = symbolic::encodedDatapath(named->mnemonic, cell);
  if (!wanted)
    return {};
  const std::map<Key, Term> oracle = placed(*wanted), stated = placed(statement);
  const bool areTheOracles = std::ranges::equal(
      oracle, stated, [](const auto& a, const auto& b) { return a.first == b.first && a.second.same(b.second); });
  return compared(terms, prefix, areTheOracles);
}

std::optional<Obligation> statesTheOraclesLane(const std::string& symbol, const Given& given, Term lane,
                                               const symbolic::LaneWords& words, Term stated,
                                               const std::string& prefix) {
  const auto named = namedBy(symbol);
  if (!named)
    return {};
  std::vector<const lift::Table*> objects;
  for (const lift::Table& table : given.objects)
    objects.push_back(&table);
  const auto wanted = symbolic::encodedLane(named->mnemonic, cellsIn(objects), lane, words);
  if (!wanted)
    return {};
  return compared(given.terms, prefix + "/lane", stated.same(*wanted));
}

} // namespace warplaw::proofs
