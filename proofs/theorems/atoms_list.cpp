// The list of the lanes that attempt, in order, in code (ATOMS-5), a theorem a path. Its contract: where order[k]
// performs, list[number of performing places before k] is that lane, and the count is that of all performing places;
// atoms_listed.cpp says what follows. Here the portable loop: its turn is so many places of the list, which keep an
// invariant.
#include "proofs/theorems/atoms_list.h"
#include "concrete/execute.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/oracle_loops.h"
#include "symbolic/terms/evaluate.h"
#include <bit>
#include <random>

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
using symbolic::PerLane;
constexpr unsigned kPlacesATurn = 4; ///< of the portable loop; were it another number, its turn would be refuted

// --- A list as it grows. ---

/// The list before a place of the order.
struct List {
  PerLane<Term> lanes; ///< 8 bits each
  Term count;          ///< 6 bits
};

/// After a place: its lane stands at the end, and is counted if it performs.
List listedAfter(const List& before, Term lane, Term performs) {
  List after = before;
  for (unsigned i = 0; i < kLanes; ++i)
    after.lanes[i] = before.count.eq(Bits(i)).ite(lane.zext(8), before.lanes[i]);
  after.count = before.count + performs.zext(6);
  return after;
}

/// The portable loop before a turn.
struct Growing {
  PerLane<Term> order;
  Term performing; ///< 32 bits
  Term turn;       ///< 3 bits
  List before;

  explicit Growing(Terms& terms)
      : order(laneBytes(terms, "order")), performing(terms.variable(32, "performing")),
        turn(terms.variable(3, "turn")) {
    before.lanes = laneBytes(terms, "list");
    before.count = terms.variable(6, "count");
  }
  Term first() const { return turn.concat(turn.terms().constant(2, 0)); } ///< place, 5 bits
  /// The lane at a place of the order. As everywhere, what a byte has above 31 does not count.
  Term lane(Term place) const { return turn.terms().select(place, order).extract(4, 0); }
  Term attempts(Term lane) const { return inMask(performing, lane); }
};

using Step = std::function<List(const Growing&, const List& before, Term place)>;
List encodedStep(const Growing& growing, const List& before, Term place) {
  const Term lane = growing.lane(place);
  return listedAfter(before, lane, growing.attempts(lane));
}

List afterTurn(const Growing& growing, const Step& step) {
  List list = growing.before;
  for (unsigned i = 0; i < kPlacesATurn; ++i)
    list = step(growing, list, growing.first() + Bits(i));
  return list;
}

// --- Replays: whole calls, by machine code and by the steps folded over the order. ---

struct Call {
  std::array<std::uint8_t, kLanes> order = spec::Words::laneNumbers();
  std::uint32_t performing = 0;
  std::array<std::uint8_t, kLanes> before = filled(0xa5); ///< what stands where the list will

  static constexpr std::array<std::uint8_t, kLanes> filled(std::uint8_t byte) {
    std::array<std::uint8_t, kLanes> bytes{};
    bytes.fill(byte);
    return bytes;
  }
};

/// The call that a witness tells of. `led`: with places before its turn in which as many lanes perform as it counts by
/// then, those that it lists as far as they do; otherwise it is handed over as it is.
Call told(const Assignment& witness, bool led) {
  Call call{spec::Words::laneNumbers(), static_cast<std::uint32_t>(valueOf(witness, "performing"))};
  for (unsigned i = 0; i < kLanes; ++i)
    call.order[i] = static_cast<std::uint8_t>(valueOf(witness, fmt::format("order[{}]", i)));
  for (unsigned i = 0; i < kLanes; ++i)
    call.before[i] = static_cast<std::uint8_t>(valueOf(witness, fmt::format("list[{}]", i)));
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
    calls.push_back({spec::Words::laneNumbers(), performing});
  for (unsigned attempt = 0; attempt < 32; ++attempt) {
    Call call{spec::Words::laneNumbers(), static_cast<std::uint32_t>(random())};
    for (unsigned i = 0; i < kLanes; ++i)
      std::swap(call.order[i], call.order[random() % (i + 1)]);
    calls.push_back(call);
  }
  return calls;
}

using Bytes32 = std::array<std::uint8_t, kLanes>;

/// The steps' list and count; what is not listed is as it was.
class Folded {
public:
  Folded(const Subject& subject, const Step& step) : growing_(terms_) {
    const List after = step(growing_, growing_.before, terms_.variable(5, "place"));
    for (unsigned i = 0; i < kLanes; ++i)
      roots_.push_back(subject.encode(fmt::format("list[{}]", i), after.lanes[i]));
    roots_.push_back(subject.encode("count", after.count));
  }
  std::uint32_t over(const Call& call, Bytes32& list) {
    Assignment values = {{"performing", call.performing}, {"count", 0}};
    for (unsigned i = 0; i < kLanes; ++i)
      values[fmt::format("order[{}]", i)] = call.order[i];
    for (unsigned place = 0; place < kLanes; ++place) {
      values["place"] = place;
      for (unsigned i = 0; i < kLanes; ++i)
        values[fmt::format("list[{}]", i)] = list[i];
      const std::vector<Bits> after = symbolic::evaluate(roots_, values);
      for (unsigned i = 0; i < kLanes; ++i)
        list[i] = static_cast<std::uint8_t>(after[i]);
      values["count"] = after[kLanes];
    }
    return static_cast<std::uint32_t>(values["count"]);
  }

private:
  Terms terms_;
  Growing growing_;
  std::vector<Term> roots_;
};

/// whole: what stands from the count on is compared too, as the portable loop leaves it.
Replay replayCalls(const Subject& subject, const std::string& symbol, const Step& step, const Assignment& witness,
                   bool whole) {
  auto* code = reinterpret_cast<Listing*>(subject.machineCode(symbol));
  if (!code)
    return {.reproduced = false, .report = "no machine code for " + symbol, .counterexample = {}};
  Folded folded(subject, step);
  for (const Call& call : callsLike(witness)) {
    Bytes32 got = call.before, expected = got;
    const std::uint32_t gotCount = code(call.order.data(), call.performing, got.data());
    const std::uint32_t count = folded.over(call, expected);
    const std::size_t compared = whole && call.performing != ~0u ? kLanes : std::min<std::size_t>(count, kLanes);
    if (gotCount != count || !std::equal(got.begin(), got.begin() + compared, expected.begin()))
      return {.reproduced = true,
              .report = fmt::format("performing {:#x}: machine code counts {} and lists {}; the encoding {} and {}",
                                    call.performing, gotCount, fmt::join(got, " "), count, fmt::join(expected, " ")),
              .counterexample = {}};
  }
  return {.reproduced = false, .report = "machine code and encoding agree on every call", .counterexample = {}};
}

// --- The portable loop. ---

/// That so many steps keep the contract, for one arbitrary place j that performs.
void addContract(Parts& parts, Terms& terms, const Subject& subject) {
  const auto variable = [&](unsigned width, const char* name) { return terms.variable(width, name); };
  List list{laneBytes(terms, "list"), variable(6, "count")};
  const Term k = variable(6, "k"), lane = variable(5, "lane"), performs = variable(1, "performs");
  const Term j = variable(6, "j"), lanej = variable(5, "lane-of-j"), before = variable(6, "performing-before-j");
  const auto kept = [&](const List& now, Term place) {
    const Term stands = terms.select(before.extract(4, 0), now.lanes).eq(lanej.zext(8));
    return now.count.ule(place) & j.ult(place).implies(before.ult(now.count) & stands);
  };
  const Term end = terms.constant(6, kLanes), zero = terms.constant(6, 0);
  // at place j itself: the count is that of the performing places before it, and it performs
  const std::vector<Term> step = {k.ult(end), kept(list, k),
                                  k.eq(j).implies(before.eq(list.count) & performs & lane.eq(lanej))};
  parts.proved("contract/base", {}, kept({list.lanes, zero}, zero));
  parts.proved("contract/step", step, kept(listedAfter(list, lane, performs), k + Bits(1)));
  parts.proved("contract/end", {j.ult(end), kept(list, end)},
               list.count.ule(end) & before.ult(list.count) &
                   terms.select(before.extract(4, 0), list.lanes).eq(lanej.zext(8)));
  List order = list; // where all perform: the order itself, and all of it counted
  order.count = end;
  parts.proved("contract/all-perform",
               {j.ult(end), before.eq(j), terms.select(j.extract(4, 0), list.lanes).eq(lanej.zext(8))},
               before.ult(order.count) & terms.select(before.extract(4, 0), order.lanes).eq(lanej.zext(8)));
  List late = listedAfter({list.lanes, list.count + performs.zext(6)}, lane, terms.truth(false));
  parts.refuted("twin/counted-before-it-is-listed", step, kept(late, k + Bits(1)), [subject](const Assignment&) {
    Bytes32 list = {};
    auto* code = reinterpret_cast<Listing*>(subject.machineCode(kPortableListing));
    constexpr auto kInLaneOrder = spec::Words::laneNumbers();
    const bool first = code && code(kInLaneOrder.data(), 0x20, list.data()) == 1 && list[0] == 5;
    return Replay{.reproduced = first, .report = "lane 5 alone stands at the list's first place", .counterexample = {}};
  });
}

Obligations portable(Terms& terms, const Subject& subject, const std::string& name) {
  const Growing growing(terms);
  const AskedOfLoop loop = askListing(
      terms, subject,
      {growing.order, growing.performing, growing.turn, kPlacesATurn, {growing.before.lanes, growing.before.count}});
  if (const Problem* problem = std::get_if<Problem>(&loop))
    return *problem;
  const LoopAsked& asked = std::get<LoopAsked>(loop);
  const auto replay = [=](const Step& step) {
    return [=](const Assignment& witness) { return replayCalls(subject, kPortableListing, step, witness, true); };
  };
  Parts parts(name);
  addContract(parts, terms, subject);
  const auto twin = [&](const char* twinName, const char* output, const Step& step) {
    const List after = afterTurn(growing, step);
    std::vector<Term> expected(after.lanes.begin(), after.lanes.end());
    expected.push_back(after.count);
    parts.add(asked.twin(terms, subject, twinName, expected, output, replay(step)));
  };
  twin("lanes-in-lane-order", "list[3]", [](const Growing& g, const List& before, Term place) {
    return listedAfter(before, place, g.attempts(g.lane(place)));
  });
  twin("everybody-counts", "count", [](const Growing& g, const List& before, Term place) {
    return listedAfter(before, g.lane(place), place.terms().truth(true));
  });
  Obligations all = asObligations(asked.asked, name, replay(encodedStep));
  for (Obligation& o : parts.take())
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
