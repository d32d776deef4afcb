// The list of the lanes that attempt, in order, in code (ATOMS-5), a theorem a path. Its contract: where order[k]
// performs, list[number of performing places before k] is that lane, and the count is that of all performing places;
// atoms_listed.cpp says what follows. Here the portable loop: its turn is so many places of the list, which keep an
// invariant.
#include "concrete/execute.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/oracle_loops.h"
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/terms/evaluate.h"
#include <bit>
#include <random>

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
constexpr unsigned kPlacesATurn = 4; ///< of the portable loop; were it another number, its turn would be refuted

using symbolic::LanesListed;

/// The portable loop before a turn.
ListingFunction growing(Terms& terms) {
  return {laneBytes(terms, "order"),
          terms.variable(32, "performing"),
          terms.variable(3, "turn"),
          kPlacesATurn,
          {laneBytes(terms, "list"), terms.variable(6, "count")}};
}

/// What one place of the order makes of a list.
using Step = std::function<LanesListed(const ListingFunction&, const LanesListed& before, Term place)>;
LanesListed encodedStep(const ListingFunction& f, const LanesListed& before, Term place) {
  return symbolic::encodedListing(f.order, f.performing, place, before);
}

LanesListed afterTurn(const ListingFunction& f, const Step& step) {
  LanesListed list = f.before;
  for (unsigned i = 0; i < kPlacesATurn; ++i)
    list = step(f, list, f.turn.concat(f.turn.terms().constant(2, 0)) + Bits(i));
  return list;
}

// --- Replays: whole calls, by machine code and by the steps folded over the order. ---

using Bytes32 = std::array<std::uint8_t, kLanes>;
struct Call {
  Bytes32 order = spec::Words::laneNumbers(), before; ///< before: what stands where the list will
  std::uint32_t performing;

  explicit Call(Bits lanes) : performing(static_cast<std::uint32_t>(lanes)) { before.fill(0xa5); }
};

/// The call that a witness tells of. `led`: with places before its turn in which as many lanes perform as it counts by
/// then, those that it lists as far as they do; otherwise it is handed over as it is.
Call told(const Assignment& witness, bool led) {
  Call call(witness.contains("performing") ? valueOf(witness, "performing") : ~0u); // unsaid: where all perform
  for (unsigned i = 0; i < kLanes; ++i) {
    call.order[i] = static_cast<std::uint8_t>(valueOf(witness, fmt::format("order[{}]", i)));
    call.before[i] = static_cast<std::uint8_t>(valueOf(witness, fmt::format("list[{}]", i)));
  }
  const std::uint32_t idle = ~call.performing;
  if (!led || call.performing == 0)
    return call;
  const unsigned first = static_cast<unsigned>(valueOf(witness, "turn")) % (kLanes / kPlacesATurn) * kPlacesATurn;
  const unsigned count = std::min(static_cast<unsigned>(valueOf(witness, "count")), first);
  for (unsigned i = 0; i < first; ++i) {
    const unsigned listed = call.before[i] % kLanes;
    const unsigned any = static_cast<unsigned>(std::countr_zero(i < count || idle == 0 ? call.performing : idle));
    call.order[i] = static_cast<std::uint8_t>(i < count && (call.performing >> listed & 1) ? listed : any);
  }
  return call;
}

/// The call that a witness tells of, and random ones, the same every time.
std::vector<Call> callsLike(const Assignment& witness) {
  std::vector<Call> calls = {told(witness, false), told(witness, true)};
  std::mt19937 random(1);
  for (const std::uint32_t performing : {~0u, 1u, 0u})
    calls.emplace_back(performing);
  for (unsigned attempt = 0; attempt < 32; ++attempt) {
    Call call(random());
    for (unsigned i = 0; i < kLanes; ++i)
      std::swap(call.order[i], call.order[random() % (i + 1)]);
    calls.push_back(call);
  }
  return calls;
}

/// By the steps, whose list and count are these roots; what is not listed is as it was.
std::uint32_t fold(std::span<const Term> roots, const Call& call, Bytes32& list) {
  Assignment values = {{"performing", call.performing}, {"count", 0}};
  for (unsigned i = 0; i < kLanes; ++i)
    values[fmt::format("order[{}]", i)] = call.order[i];
  for (unsigned place = 0; place < kLanes; ++place) {
    values["place"] = place;
    for (unsigned i = 0; i < kLanes; ++i)
      values[fmt::format("list[{}]", i)] = list[i];
    const std::vector<Bits> after = symbolic::evaluate(roots, values);
    for (unsigned i = 0; i < kLanes; ++i)
      list[i] = static_cast<std::uint8_t>(after[i]);
    values["count"] = after[kLanes];
  }
  return static_cast<std::uint32_t>(values["count"]);
}

/// What stands from the count on is compared too, unless all perform: as the loop leaves it.
Replay replayCalls(const Subject& subject, const Step& step, const Assignment& witness) {
  auto* code = reinterpret_cast<Listing*>(subject.machineCode(kPortableListing));
  if (!code)
    return {
        .reproduced = false, .report = std::string("no machine code for ") + kPortableListing, .counterexample = {}};
  Terms terms;
  const ListingFunction f = growing(terms);
  const LanesListed after = step(f, f.before, terms.variable(5, "place"));
  std::vector<Term> roots;
  for (unsigned i = 0; i < kLanes; ++i)
    roots.push_back(subject.encode(fmt::format("list[{}]", i), after.list[i]));
  roots.push_back(subject.encode("count", after.count));
  for (const Call& call : callsLike(witness)) {
    Bytes32 got = call.before, expected = got;
    const std::uint32_t gotCount = code(call.order.data(), call.performing, got.data());
    const std::uint32_t count = fold(roots, call, expected);
    const std::size_t compared = call.performing != ~0u ? kLanes : std::min(count, kLanes);
    if (gotCount != count || !std::equal(got.begin(), got.begin() + compared, expected.begin()))
      return {.reproduced = true,
              .report = fmt::format("performing {:#x}: machine code counts {} and lists {}; the encoding {} and {}",
                                    call.performing, gotCount, fmt::join(got, " "), count, fmt::join(expected, " ")),
              .counterexample = {}};
  }
  return {.reproduced = false, .report = "machine code and encoding agree on every call", .counterexample = {}};
}

// --- The portable loop. ---

/// After a place, whatever its lane and whether it performs: the lane stands at the end, and is counted if it does.
LanesListed listedAfter(const LanesListed& before, Term lane, Term performs) {
  LanesListed after = before;
  for (unsigned i = 0; i < kLanes; ++i)
    after.list[i] = before.count.eq(Bits(i)).ite(lane.zext(8), before.list[i]);
  after.count = before.count + performs.zext(6);
  return after;
}

/// That so many steps keep the contract, for one arbitrary place j that performs.
void addContract(Parts& parts) {
  Terms& terms = parts.terms;
  const auto variable = [&](unsigned width, const char* name) { return terms.variable(width, name); };
  const LanesListed list{laneBytes(terms, "list"), variable(6, "count")};
  const Term k = variable(6, "k"), lane = variable(5, "lane"), performs = variable(1, "performs");
  const Term j = variable(6, "j"), lanej = variable(5, "lane-of-j"), before = variable(6, "performing-before-j");
  const auto standsIn = [&](const LanesListed& now, Term place) {
    return terms.select(place.extract(4, 0), now.list).eq(lanej.zext(8));
  };
  const auto kept = [&](const LanesListed& now, Term place) {
    const Term stands = standsIn(now, before);
    return now.count.ule(place) & j.ult(place).implies(before.ult(now.count) & stands);
  };
  const Term end = terms.constant(6, kLanes), zero = terms.constant(6, 0);
  // at place j itself: the count is that of the performing places before it, and it performs
  const std::vector<Term> step = {k.ult(end), kept(list, k),
                                  k.eq(j).implies(before.eq(list.count) & performs & lane.eq(lanej))};
  parts.proved("contract/base", {}, kept({list.list, zero}, zero));
  parts.proved("contract/step", step, kept(listedAfter(list, lane, performs), k + Bits(1)));
  parts.proved("contract/end", {j.ult(end), kept(list, end)},
               list.count.ule(end) & before.ult(list.count) & standsIn(list, before));
  // where all perform: the order itself, and all of it counted
  parts.proved("contract/all-perform", {j.ult(end), before.eq(j), standsIn(list, j)},
               before.ult(end) & standsIn(list, before));
  const LanesListed late = listedAfter({list.list, list.count + performs.zext(6)}, lane, terms.truth(false));
  const auto replay = [subject = parts.subject](const Assignment&) {
    Bytes32 list = {};
    auto* code = reinterpret_cast<Listing*>(subject.machineCode(kPortableListing));
    constexpr auto kInLaneOrder = spec::Words::laneNumbers();
    const bool first = code && code(kInLaneOrder.data(), 0x20, list.data()) == 1 && list[0] == 5;
    return Replay{.reproduced = first, .report = "lane 5 alone stands at the list's first place", .counterexample = {}};
  };
  parts.add(refuted("twin/counted-before-it-is-listed", step, kept(late, k + Bits(1)), replay));
}

Obligations portable(Terms& terms, const Subject& subject, const std::string& name) {
  const ListingFunction f = growing(terms);
  const auto replay = [=](const Step& step) {
    return [=](const Assignment& witness) { return replayCalls(subject, step, witness); };
  };
  const auto twin = [&](const char* twinName, const char* output, const Step& step) {
    const LanesListed after = afterTurn(f, step);
    LoopTwin twin{twinName, output, {after.list.begin(), after.list.end()}, replay(step)};
    twin.after.push_back(after.count);
    return twin;
  };
  const auto twins = [&](const LoopAsked&) -> std::vector<LoopTwin> {
    return {twin("lanes-in-lane-order", "list[3]",
                 [](const ListingFunction& f, const LanesListed& before, Term place) {
                   LanesListed after = encodedStep(f, before, place); // it counts whom it should
                   after.list = listedAfter(before, place, place.bit(0)).list;
                   return after;
                 }),
            twin("everybody-counts", "count", [](ListingFunction wrong, const LanesListed& before, Term place) {
              wrong.performing = place.terms().constant(32, ~0u);
              return encodedStep(wrong, before, place);
            })};
  };
  Obligations all = asObligations(terms, subject, askListing(terms, subject, f), name, replay(encodedStep), twins);
  Parts parts{terms, subject, name};
  addContract(parts);
  for (Obligation& o : parts.all)
    add(all, std::move(o));
  return all;
}

Theorem listTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "atoms/list/" + pathName, symbol = "warplaw_atoms_list_" + pathName;
  const bool isPortable = symbol == kPortableListing;
  return instructionTheorem(
      name, "ATOMS", pathName, {"ATOMS-5"},
      "the lanes that attempt, in order: no undefined behaviour; where place k of the order performs, the list has its "
      "lane at the number of performing places before k, and the count is that of all performing places",
      symbol, [=, replaySymbol = replaySymbolOf(symbol, path)](Terms& terms) {
        return isPortable ? portable(terms, subject, name)
                          : compressedListing(terms, subject, symbol, replaySymbol, name);
      });
}

} // namespace

std::vector<Theorem> listTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Atoms))
    if (path.evidence == concrete::Evidence::Proved)
      theorems.push_back(listTheorem(subject, path));
  return theorems;
}

} // namespace warplaw::proofs::atoms
