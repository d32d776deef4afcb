// The list of the lanes that attempt, in order, compressed at once (ATOMS-5): it is the order without those that do not
// perform, defined from its last place back, and that keeps the contract of atoms_list.cpp.
#include "proofs/statements/cut_points.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/encodings/oracle.h"

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
using symbolic::PerLane;
enum ListingObject : unsigned { kOrder, kList };

/// Width 1: is this lane (5 bits) one of them? Chosen from the bits, as a look-up in a register does.
Term chosenFrom(Term mask, Term lane) {
  std::vector<Term> bits;
  for (unsigned i = 0; i < kLanes; ++i)
    bits.push_back(mask.bit(i));
  return lane.terms().select(lane, bits);
}

/// What is left, otherwise by a twin.
using Spoil = std::function<void(symbolic::LanesListed& all, const PerLane<Term>& order, Term performing)>;

CallStatement compressedCall(Terms& terms, const Spoil& spoil) {
  const PerLane<Term> order = laneBytes(terms, "order"), before = laneBytes(terms, "list");
  const Term performing = terms.variable(32, "performing");
  symbolic::LanesListed all = symbolic::encodedList(order, performing);
  spoil(all, order, performing);
  CallStatement statement;
  statement.input.objects = {laneTable("order", order), laneTable("list", before, true)};
  statement.input.arguments = {lift::PointerTo{kOrder}, performing, lift::PointerTo{kList}};
  Group list{"list", {}};
  for (unsigned i = 0; i < kLanes; ++i)
    list.expectations.push_back({fmt::format("list[{}]", i), Place{kList, "list", i}, all.list[i]});
  statement.groups = {list, {"count", {{"count", {}, all.count}}}};
  return statement;
}

/// That what is compressed keeps the contract, for one arbitrary place k that performs: from place k back to the first.
void addCompressedContract(Parts& parts) {
  Terms& terms = parts.terms;
  const Term j = terms.variable(6, "j"), k = terms.variable(6, "k"), lane = terms.variable(5, "lane");
  const Term lanek = terms.variable(5, "lane-of-k"), performs = terms.variable(1, "performs");
  const Term zero = terms.constant(6, 0);
  const auto listed = [&](Term from, Term at) { return applied(5, "listed", {from, at}); };
  const auto between = [&](Term from) { return applied(6, "performing-from-to-k", {from}); };
  // the list of the places from one on, at a place of that list: symbolic::encodedList
  const auto isListed = [&](Term from, Term at, Term first, Term stands) {
    const Term next = from + Bits(1);
    return listed(from, at).eq(stands.ite(at.eq(zero).ite(first, listed(next, at - Bits(1))), listed(next, at)));
  };
  const auto kept = [&](Term from) { return listed(from, between(from)).eq(lanek) & between(from).ule(k - from); };
  const Term inOrder = k.ult(Bits(kLanes));
  parts.proved("contract/base", {inOrder, between(k).eq(zero), isListed(k, zero, lanek, terms.truth(true))}, kept(k));
  parts.proved("contract/step",
               {inOrder, j.ult(k), between(j).eq(performs.zext(6) + between(j + Bits(1))),
                isListed(j, between(j), lane, performs), kept(j + Bits(1))},
               kept(j));
  const Term performing = terms.variable(32, "performing");
  parts.proved("contract/performs", {}, chosenFrom(performing, lane).eq(isIn(performing, lane)));
}

} // namespace

CallStatement compressedStatement(Terms& terms) {
  return compressedCall(terms, [](const auto&...) {});
}

Obligations compressedListing(Terms& terms, const Subject& subject, const std::string& symbol,
                              const std::string& replaySymbol, const std::string& name) {
  FunctionContract contract;
  contract.symbol = symbol;
  contract.replaySymbol = replaySymbol;
  contract.state = compressedStatement;
  // where all perform the code may give the order itself: then, and else, who performs is asked apart
  contract.splits = [](Terms& t, const Expectation&) -> std::vector<Split> {
    const Term performing = t.variable(32, "performing"), all = t.constant(32, 0xffffffff);
    const Term everybody = performing.eq(all);
    return {splitOn(everybody, {{everybody, t.truth(false)}}, {{everybody, t.truth(true)}, {performing, all}})};
  };
  const auto twin = [](const char* twinName, const char* output, const Spoil& spoil) {
    return Twin{twinName, output, [spoil](Terms& t) { return compressedCall(t, spoil); }};
  };
  Obligations made =
      obligationsOf(terms, subject, contract,
                    {twin("first-place-always-listed", "list[0]",
                          [](auto& all, const auto& order, Term) { all.list[0] = order[0].extract(4, 0).zext(8); }),
                     twin("lanes-counted-not-places", "count",
                          [](auto& all, const auto&, Term performing) {
                            all.count = performing.terms().constant(32, 0);
                            for (unsigned i = 0; i < kLanes; ++i)
                              all.count = all.count + performing.bit(i).zext(32);
                          })},
                    name);
  std::vector<Term> performs; // each place of the order
  for (Term lane : laneBytes(terms, "order"))
    performs.push_back(chosenFrom(terms.variable(32, "performing"), lane.extract(4, 0)));
  if (auto* list = std::get_if<std::vector<Obligation>>(&made))
    cutAt(terms, performs, {}, *list, name + "/");
  Parts parts{terms, subject, name};
  addCompressedContract(parts);
  for (Obligation& o : parts.all)
    add(made, std::move(o));
  return made;
}

} // namespace warplaw::proofs::atoms
