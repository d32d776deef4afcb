// Loops by contract: see loop_contract.h.
#include "proofs/statements/loop_contract.h"
#include <algorithm>

namespace warplaw::proofs {

std::variant<CutLoop, Problem> cutLoopOf(Terms& terms, const Subject& subject, const LoopContract& contract) {
  CutLoop both;
  for (const Stage stage : {Stage::Unoptimized, Stage::Final}) {
    lift::Input input = contract.input(stage);
    input.cut = true;
    if (stage == Stage::Final)
      input.assumePhi = [&, other = input.assumePhi](Terms& t, const std::string& phi, unsigned width, Term entry) {
        const bool counts = contract.counts ? contract.counts(phi) : entry.isConstant() && entry.value() == 0;
        return counts && width > contract.counter.width() ? contract.counter.zext(width)
               : other                                    ? other(t, phi, width, entry)
                                                          : Term();
      };
    auto lifted = liftFrom(terms, subject, contract.symbol, stage, input);
    if (const Problem* problem = std::get_if<Problem>(&lifted))
      return *problem;
    (stage == Stage::Final ? both.final : both.unoptimized) = std::get<LiftedFunction>(std::move(lifted));
    if (!(stage == Stage::Final ? both.final : both.unoptimized).cut)
      return Problem{Verdict::Unsupported,
                     contract.symbol + ": no loop over " + contract.over + " that is marked to be cut"};
    both.given.objects = std::move(input.objects);
    both.given.arguments = std::move(input.arguments);
  }
  return both;
}

std::vector<LoopPart> cellsOf(const lift::Lifted& lifted, unsigned object, const std::string& field) {
  const auto in = [&](const lift::State& state) { return std::get<lift::Table>(state.objects[object]).field(field); };
  const lift::Field entry = in(lifted.cut->entry), next = in(lifted.cut->next), after = in(lifted.after);
  std::vector<LoopPart> parts;
  for (unsigned cell = 0; cell < entry.cells.size(); ++cell)
    parts.push_back({nameOfCell(entry, cell), entry.cells[cell], next.cells[cell], after.cells[cell]});
  return parts;
}

Term byteAt(const lift::State& state, unsigned object, Term place) {
  return std::get<lift::ByteMemory>(state.objects[object]).byteAt(place);
}

LoopPart byteOf(const lift::Lifted& lifted, unsigned object, Term place) {
  const auto in = [&](const lift::State& state) {
    return lift::Cell{byteAt(state, object, place), poisonIn(place.terms(), {{state.objects[object]}})};
  };
  return {"memory", in(lifted.cut->entry), in(lifted.cut->next), in(lifted.after)};
}

bool isNamed(const std::string& phi, const std::string& variable) {
  return phi == variable || phi.starts_with(variable + ".");
}

LoopPart carriedOf(const lift::Lifted& lifted, const std::string& name, unsigned width, lift::Cell after) {
  Terms& terms = lifted.undefined.terms();
  for (const lift::Carried& phi : lifted.cut->phis)
    if (isNamed(phi.name, name))
      return {name, {phi.entry, terms.truth(false)}, {phi.next, phi.nextPoison}, after};
  const lift::Cell none{terms.constant(width, 0), terms.truth(true)};
  return {name, none, none, after};
}

std::vector<Term> rootsOf(const LoopContract& contract, const lift::Lifted& lifted) {
  std::vector<Term> roots = {lifted.undefined, lifted.cut->continues};
  for (const LoopPart& part : contract.parts(lifted))
    for (const lift::Cell& cell : {part.next, part.after})
      if (cell.bits)
        roots.insert(roots.end(), {cell.bits, cell.poison});
  return roots;
}

void addAfterTurn(Equalities& all, const std::vector<LoopPart>& parts, std::span<const Term> encoded) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    all.encoded(parts[i].name, parts[i].next, encoded[i]);
}

void addCounting(Equalities& all, const LoopContract& contract, const lift::Lifted& lifted) {
  Terms& terms = contract.last.terms();
  bool isCounted = false;
  for (const lift::Carried& phi : lifted.cut->phis) {
    if (contract.counts && !contract.counts(phi.name))
      continue;
    isCounted = true;
    const Term counter = contract.counter.zext(phi.width);
    all.add(phi.name + " at first", phi.entry, terms.constant(phi.width, 0));
    all.add(phi.name + " at the head", phi.assumed, counter);
    all.add(phi.name, lift::Cell{phi.next, phi.nextPoison}, counter + symbolic::Bits(contract.stride));
  }
  all.require("some variable counts the turns", terms.truth(isCounted));
}

void addTurns(Equalities& all, const LoopContract& contract, const lift::Lifted& lifted) {
  const lift::Cut& loop = *lifted.cut;
  const Term none = contract.none ? contract.none : contract.last.terms().truth(false), last = ~none & contract.last;
  addCounting(all, contract, lifted);
  all.add("entered", loop.reached, ~none);
  all.add("continues", none | loop.continues, none | ~last);
  for (const LoopPart& part : contract.parts(lifted)) {
    if (part.first)
      all.add(part.name + " at first", none.ite(part.first, part.entry.bits), part.first);
    if (!part.after.bits)
      continue;
    const Term kept = part.first ? part.first : part.entry.bits;
    if (contract.none)
      all.add(part.name + " without turns", lift::Cell{none.ite(part.after.bits, kept), none & part.after.poison},
              kept);
    // that this is no poison, definedInEveryTurn says: the last turn does not continue
    all.add(part.name + " at last", last.ite(part.after.bits, part.next.bits), part.next.bits);
  }
}

LaneReadings::LaneReadings(Stage stage, std::span<const Term> roots, std::span<const Table> lists,
                           std::span<const Table> rows) {
  for (const auto& [list, lane] : lists)
    for (const Term select : lookUps(roots, list)) {
      if (stage == Stage::Unoptimized && !indexes_.empty() && !indexes_.front().same(select.arg(0)))
        continue; // any lane, which one index names: no obligation says that another is the same
      indexes_.push_back(select.arg(0));
      lanes_.emplace_back(select, lane);
    }
  std::vector<Term> inner;
  for (const Term root : roots)
    inner.push_back(symbolic::substitute(root, lanes_));
  const auto isLane = [&](Term index) {
    return std::ranges::any_of(lists, [&](const Table& list) {
      const Term lane = list.second;
      const unsigned width = index.width();
      return index.same(width > lane.width()    ? lane.zext(width)
                        : width == lane.width() ? lane
                                                : lane.extract(width - 1, 0));
    });
  };
  for (const auto& [row, word] : rows)
    for (const Term select : lookUps(inner, row))
      if (isLane(select.arg(0)))
        words_.emplace_back(select, word);
}

void LaneReadings::alsoReadAddress(const lift::ByteMemory& stored, Term address) {
  for (const lift::ByteStore& store : stored.stores)
    if (const Term read = (*this)(store.address); read.op() == symbolic::Op::Add && address_.empty())
      address_.emplace_back(read, address);
}

void LaneReadings::addAddress(Equalities& all, const std::string& name) const {
  for (const auto& [read, variable] : address_)
    all.add(name, read, variable);
}

void LaneReadings::addIndexes(Equalities& all, Term k) const {
  for (const Term index : indexes_)
    all.add("list's index", index.zext(std::max(index.width(), k.width())), k.zext(std::max(index.width(), k.width())));
}

} // namespace warplaw::proofs
