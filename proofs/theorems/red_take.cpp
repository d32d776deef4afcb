// What RED and SURED do once it is known where their lanes go, in code (RED-1, RED-6, SURED-9): its functions, each
// once, each handed what the ones before it left; of F16x2 the turns of the low halves and of the high ones, each in
// its own order.
#include "proofs/theorems/red_theorems.h"
#include <algorithm>
#include <cstring>
#include <random>
#include <ranges>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;

enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kReached };
constexpr const char* kTake = "warplaw_red_take";
constexpr const char* kHalves = "warplaw_red_halves";

/// Whoever lists lanes: nothing is required of an order.
Contract listContract(const char* symbol) { return {symbol, {}, {}, {}}; }

// --- What every call here is given, and what callees leave, as variables. ---

/// A list that a callee makes, and its count.
struct List {
  symbolic::PerLane<Term> lanes; ///< 8 bits each
  Term count;

  List(Terms& terms, const std::string& name)
      : lanes(laneBytes(terms, name)), count(terms.variable(32, name + ".count")) {}
  lift::Table table() const { return laneTable("list", lanes, true); }
  /// The list made of an order, by the call that `handed` says.
  ExpectedCall made(const symbolic::PerLane<Term>& order, Term performing) const {
    ExpectedCall step{{laneTable("order", order), performing, Anything{}}, 2, table()};
    step.returned = count;
    return step;
  }
};

struct Datapath {
  RedModifierTerms modifiers;
  OperandTerms operands;
  RedChoiceTerms choices;
  Term allocated, performing;
  ResultTerms reached;
  List list;

  explicit Datapath(Terms& terms)
      : modifiers(symbolic::variables<RedModifierTerms>(terms)), operands(symbolic::variables<OperandTerms>(terms)),
        choices(symbolic::variables<RedChoiceTerms>(terms)), allocated(terms.variable(32, "allocated")),
        performing(terms.variable(32, "performing")), reached(symbolic::variables<ResultTerms>(terms, "reached.")),
        list(terms, "list") {}
  Terms& terms() const { return allocated.terms(); }
  /// A function that is given all of it and `last`, and integers behind it, and has that contract.
  CallStatement statement(const Contract& contract, const lift::Table& last,
                          const std::vector<Term>& integers = {}) const {
    return handedMemory(terms(), contract,
                        {tableOf("modifiers", modifiers), tableOf("operands", operands), tableOf("choices", choices),
                         tableOf("reached", reached), last},
                        allocated, integers);
  }
  /// Somebody who takes turns over a list is called if `when`.
  ExpectedCall takesTurns(const List& over, Term when) const {
    ExpectedCall step{{tableOf("", modifiers), tableOf("", operands), tableOf("", choices), OwnMemory{kMemory},
                       allocated, tableOf("", reached), over.table(), over.count},
                      6,
                      {"list", kLanes, true, {}},
                      when};
    return step;
  }
  /// What turns over a list require of it: every place below the count has a lane that performs (atoms/list), and who
  /// performs reaches all of its access (red/admit, and what is required here): listedLanesReach.
  Term reachesAll(const List& over) const {
    return over.count.ule(terms().constant(32, kLanes)) &
           listReaches(over.lanes, over.count, reached, allocated, modifiers);
  }
};

/// A lane of a list that performs, and what it reaches.
Obligation listedLanesReach(Terms& terms, const std::string& name) {
  const Datapath d(terms);
  const Term laneByte = terms.variable(8, "lane"), lane = laneByte.extract(4, 0);
  std::vector<Term> given = {laneByte.ult(terms.constant(8, kLanes)),
                             d.performing.lshr(laneByte.zext(32)).bit(0).eq(Bits(1))};
  for (unsigned i = 0; i < kLanes; ++i) // red/admit: of exec, and no error in the word
    given.push_back(
        d.performing.bit(i).implies(laneReaches(terms.constant(8, i), d.reached.row[0][i], d.allocated, d.modifiers)));
  return implied(name, given, laneReaches(laneByte, terms.select(lane, d.reached.row[0]), d.allocated, d.modifiers));
}

constexpr std::uint32_t kCallees = 3; ///< of either function that are called

// --- The whole. ---

/// What the callees see besides (CallStatement::hidden); the last says who took turns, by a number.
enum Hidden : unsigned { kCalls, kAfter, kTaker };
lift::Table takerTable(Term taker) { return {"taken", 4, true, {field("taker", 0, std::span(&taker, 1))}}; }
/// Those turns that all after the reach takes itself; the halves' come behind them.
constexpr auto isTaken = [](const ReductionTurns& turns) { return !turns.isPart(); };
std::uint32_t takerOf(RedOp op, RedSize size) {
  std::uint32_t number = 0;
  for (const ReductionTurns& turns : symbolic::reductionTurns() | std::views::filter(isTaken)) {
    if (turns.op == op && std::ranges::count(turns.sizes, size))
      break;
    ++number;
  }
  return number;
}

CallStatement takeCalling(Terms& terms, const Subject& subject, bool wrong) {
  const Datapath d(terms);
  const auto before = symbolic::variables<ResultTerms>(terms, "before.");
  const auto after = symbolic::variables<ResultTerms>(terms, "after.");
  const Term zero = terms.constant(32, 0);
  constexpr unsigned kResults = kReached + 1;
  const auto stated = [&](Contract contract) { return asStated(subject, std::move(contract)); };
  CallStatement statement = d.statement(stated(takeContract()), tableOf("results", before, true));
  statement.input.arguments.emplace_back(lift::Callee{kAnyListing});
  statement.hidden = {callsTable(zero, zero), tableOf("after", after), takerTable(zero)};
  statement.assumptions.push_back(d.reachesAll(d.list));

  ExpectedCall admit{{tableOf("", d.operands), tableOf("", d.reached), tableOf("", before)}, 2, tableOf("", after)};
  admit.returned = d.performing;
  addCallee(statement, stated(admitContract()), admit);
  addCallee(statement, listContract(kAnyListing), d.list.made(d.choices.order, d.performing));
  RedModifierTerms asked = d.modifiers;
  if (wrong) // the twin
    asked.size = asked.size.eq(Bits(RedSize::S64)).ite(terms.constant(32, Bits(RedSize::S32)), asked.size);
  std::uint32_t number = 0;
  Term taker, areHalves = terms.truth(false);
  const auto takes = [&](const Contract& contract, const ExpectedCall& step, Term expected) { // noting who they are
    const Term own = terms.constant(32, number++);
    taker = taker ? expected.ite(own, taker) : own;
    addCallee(statement, stated(contract), step, Notes{kTaker, [own](CallMet& call, lift::Table& taken) {
                                                         Term& noted = taken.fields[0].cells[0].bits;
                                                         noted = call.condition.ite(own, noted);
                                                       }});
  };
  for (const ReductionTurns& turns : symbolic::reductionTurns()) {
    const Term isThis = symbolic::isOf(turns, d.modifiers);
    if (isTaken(turns))
      takes(turnsContract(turns), d.takesTurns(d.list, isThis), symbolic::isOf(turns, asked));
    else if (!turns.inHighOrder)
      areHalves = areHalves | isThis;
  }
  ExpectedCall both = d.takesTurns(d.list, areHalves);
  both.handed.emplace_back(d.performing);
  takes(halvesContract(), both, areHalves);
  leavesResults(statement, kResults, after, kCallees);
  statement.groups.back().expectations.push_back({"taker", Place{kResults + 1 + kTaker, "taker", 0}, taker});
  return statement;
}

// --- The halves of F16x2. ---

CallStatement halvesCalling(Terms& terms, const Subject& subject, bool wrong) {
  const Datapath d(terms);
  const List high(terms, "high");
  CallStatement statement =
      d.statement(asStated(subject, halvesContract()), d.list.table(), {d.list.count, d.performing});
  statement.assumptions.push_back(d.reachesAll(high));
  const Term zero = terms.constant(32, 0);
  symbolic::PerLane<Term> none;
  none.fill(terms.constant(8, 0));
  statement.hidden = {callsTable(zero, zero), laneTable("listed", none, true)};
  addCallee(statement, listContract(kPortableListing), high.made(d.choices.orderHigh, d.performing),
            Notes{1, [](CallMet& call, lift::Table& orderTaken) {
                    const Pointee order = pointee(call.state, call.arguments.at(0));
                    lift::Field& listed = orderTaken.fields[0];
                    for (unsigned i = 0; i < kLanes; ++i)
                      if (const lift::Cell* there = cellAt(order.table, order.offset + i, 8))
                        listed.cells[i] = {call.condition.ite(there->bits, listed.cells[i].bits), there->poison};
                  }});
  for (const ReductionTurns& turns : symbolic::reductionTurns())
    if (turns.isPart())
      addCallee(statement, asStated(subject, turnsContract(turns)),
                d.takesTurns(turns.inHighOrder ? high : d.list, symbolic::isOf(turns, d.modifiers)));
  statement.groups = {callsGroup(statement, kCallees), {"order", {}}};
  const auto listed = static_cast<unsigned>(statement.input.objects.size() + 1);
  for (unsigned i = 0; i < kLanes; ++i)
    statement.groups[1].expectations.push_back({fmt::format("order[{}]", i), Place{listed, "listed", i},
                                                (wrong ? d.choices.order : d.choices.orderHigh)[i]}); // the twin
  return statement;
}

// --- Replays: whole calls, by machine code and by the encoding. ---

using TakeCode = void(const spec::RedModifiers*, const spec::Operands*, const spec::RedChoices*, spec::GenericBytes,
                      const spec::Results*, spec::Results*, Listing*);

/// What is handed over.
AfterReach toldBy(std::span<std::byte* const> objects, std::size_t allocated) {
  return {structureAt<spec::RedModifiers>(objects, kModifiers), structureAt<spec::Operands>(objects, kOperands),
          structureAt<spec::RedChoices>(objects, kChoices), structureAt<spec::Results>(objects, kReached),
          tellingBytes(std::min<std::size_t>(allocated, spec::kMaxGenericBytes))};
}

/// What is only read stays as it was.
void leaveRead(const WholeRuns& runs, std::span<std::byte* const> objects) {
  static constexpr std::pair<Object, std::size_t> kRead[] = {{kModifiers, sizeof(spec::RedModifiers)},
                                                             {kOperands, sizeof(spec::Operands)},
                                                             {kChoices, sizeof(spec::RedChoices)},
                                                             {kReached, sizeof(spec::Results)}};
  for (const auto& [object, bytes] : kRead)
    runs.leave(object, objects[object], objects[object], bytes);
}

/// Machine code, which `run` has run on a copy, and the encoding, on one run. left: what the code makes of what it is
/// handed besides.
template <class Left>
void compare(AfterReach encoded, const std::function<void(AfterReach&)>& run, AfterReach machine, WholeRuns& runs,
             const Left& left, spec::Results& results, const Left& expected) {
  const AfterReach before = machine, told = encoded;
  run(machine);
  runs.add(kModifiers, machine.modifiers, before.modifiers);
  runs.add(kOperands, machine.operands, before.operands);
  runs.add(kChoices, machine.choices, before.choices);
  runs.add(kReached, machine.reached, before.reached);
  takeOnWords(encoded.modifiers, encoded.operands, encoded.choices, encoded.memory, encoded.reached, results);
  runs.add(kReached + 1, left, expected);
  runs.addMemory(machine.memory == encoded.memory);
  runs.show([&] { return told.asCase(); });
}

/// Asks the comparison for one size.
void compareTake(TakeCode* code, Listing* listing, const AfterReach& machine, spec::Results results, RedSize expected,
                 WholeRuns& runs) {
  AfterReach encoded = machine;
  encoded.modifiers.size = static_cast<std::uint32_t>(expected);
  spec::Results encodedResults = results;
  const auto run = [&](AfterReach& m) {
    code(&m.modifiers, &m.operands, &m.choices, m.generic(), &m.reached, &results, listing);
  };
  compare(std::move(encoded), run, machine, runs, results, encodedResults, encodedResults);
}

/// Runs what the witness tells of, and every form. What no run does otherwise is as the statement says: objects behind
/// `results` are the hidden ones.
Invoke takeInvoke(const Subject& subject, bool wrong, const WholeRuns::Shown& shown) {
  return [=](void* code, std::span<std::byte* const> objects, std::span<const Bits> integers) -> std::uint64_t {
    constexpr unsigned kResults = kReached + 1, kSeen = kResults + 1;
    const auto expected = [wrong](RedSize size) { return wrong && size == RedSize::S64 ? RedSize::S32 : size; };
    auto* const take = reinterpret_cast<TakeCode*>(code);
    auto* const listing = reinterpret_cast<Listing*>(subject.machineCode(kPortableListing));
    WholeRuns runs(shown);
    const AfterReach told = toldBy(objects, static_cast<std::size_t>(integers[0]));
    const RedSize size = expected(static_cast<RedSize>(told.modifiers.size));
    compareTake(take, listing, told, structureAt<spec::Results>(objects, kResults), size, runs);
    std::mt19937 random(1); // its numbers are the same everywhere
    for (const Pair pair : pairs())
      compareTake(take, listing, drawnAfterReach(pair, random), {}, expected(pair.size), runs);
    leaveRead(runs, objects);
    runs.leave(kResults, objects[kResults], objects[kSeen + kAfter], sizeof(spec::Results));
    if (!runs.differ()) {
      *reinterpret_cast<Calls*>(objects[kSeen + kCalls]) = {kCallees, kCallees};
      *reinterpret_cast<std::uint32_t*>(objects[kSeen + kTaker]) = takerOf(static_cast<RedOp>(told.modifiers.op), size);
    }
    return 0;
  };
}

using HalvesCode = void(const spec::RedModifiers*, const spec::Operands*, const spec::RedChoices*, spec::GenericBytes,
                        const spec::Results*, const std::uint8_t*, std::uint32_t count, std::uint32_t performing);

constexpr unsigned kListed = kReached + 1; ///< the lanes in order, of which the halves are told

using Listed = std::array<std::uint8_t, kLanes>;

/// The halves' code, handed the list of its order, and the encoding, to which the lanes that perform alone execute.
/// `list`: what stands behind that list, too.
void compareHalves(HalvesCode* code, const AfterReach& machine, std::uint32_t performing, bool wrong, WholeRuns& runs,
                   Listed list = {}) {
  std::uint32_t length = 0;
  for (const std::uint8_t named : machine.choices.order)
    if (performing >> named % kLanes & 1)
      list[length++ % kLanes] = named % kLanes;
  const Listed given = list;
  AfterReach encoded = machine;
  encoded.operands.exec = performing;
  if (wrong)
    encoded.choices.orderHigh = encoded.choices.order;
  spec::Results none;
  const auto run = [&](AfterReach& m) {
    code(&m.modifiers, &m.operands, &m.choices, m.generic(), &m.reached, list.data(), length, performing);
  };
  compare(std::move(encoded), run, machine, runs, list, none, given);
}

/// As many lanes as are listed: no more perform, or others besides.
std::uint32_t asManyAs(Bits count, std::uint32_t performing, std::span<const std::uint8_t> order) {
  const auto listed = [&] {
    return static_cast<Bits>(
        std::ranges::count_if(order, [&](std::uint8_t named) { return performing >> named % kLanes & 1; }));
  };
  for (unsigned lane = 0; lane < kLanes && listed() != count; ++lane)
    if ((performing >> lane & 1) == (listed() > count))
      performing ^= 1u << lane;
  return performing;
}

/// What the witness tells of: whoever performs reaches a place. It need not tie how many are listed to who performs.
/// `asCounted` takes its word for the one, otherwise for the other.
void compareToldHalves(HalvesCode* code, std::span<std::byte* const> objects, std::span<const Bits> integers,
                       bool wrong, WholeRuns& runs, bool asCounted) {
  AfterReach machine = toldBy(objects, static_cast<std::size_t>(integers[0]));
  const bool hasPlaces = machine.memory.size() >= sizeof(std::uint32_t);
  std::uint32_t performing = hasPlaces ? static_cast<std::uint32_t>(integers[2]) : 0;
  if (hasPlaces && asCounted) {
    const auto lanes = spec::Words::laneNumbers();
    if (!std::ranges::is_permutation(machine.choices.order, lanes))
      machine.choices.order = lanes;
    performing = asManyAs(integers[1], performing, machine.choices.order);
  }
  std::uint32_t reach = static_cast<std::uint32_t>(RedSize::F16x2) << kPlaceBits; // of the first listed lane, or any
  if (integers[1] != 0)
    reach = machine.reached.row[0][std::to_integer<unsigned>(objects[kListed][0]) % kLanes];
  Terms terms;
  const auto modifiers = symbolic::constants(terms, machine.modifiers);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::uint32_t& word = machine.reached.row[0][lane];
    if ((performing >> lane & 1) && !laneReaches(terms.constant(8, lane), terms.constant(32, word),
                                                 terms.constant(32, machine.memory.size()), modifiers)
                                         .isTrue())
      word = reach;
  }
  Listed behind;
  std::memcpy(behind.data(), objects[kListed], behind.size());
  compareHalves(code, machine, performing, wrong, runs, behind);
}

/// That, and others.
Invoke halvesInvoke(const Subject&, bool wrong, const WholeRuns::Shown& shown) {
  return [=](void* code, std::span<std::byte* const> objects, std::span<const Bits> integers) -> std::uint64_t {
    auto* const halves = reinterpret_cast<HalvesCode*>(code);
    WholeRuns runs(shown);
    for (const bool asCounted : {false, true})
      compareToldHalves(halves, objects, integers, wrong, runs, asCounted);
    std::mt19937 random(1);
    for (unsigned attempt = 0; attempt < 16; ++attempt) {
      static constexpr RedOp kOps[] = {RedOp::Add, RedOp::Min, RedOp::Max}; // of halves
      const AfterReach run = drawnAfterReach({kOps[attempt % std::size(kOps)], RedSize::F16x2}, random);
      std::uint32_t performing = run.operands.exec;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (run.reached.row[0][lane] & kNoAccess)
          performing &= ~(1u << lane);
      compareHalves(halves, run, performing, wrong, runs);
    }
    constexpr unsigned kSeen = kListed + 1;
    const auto& choices = structureAt<spec::RedChoices>(objects, kChoices);
    const auto& expected = wrong ? choices.order : choices.orderHigh;
    leaveRead(runs, objects);
    runs.leave(kListed, objects[kListed], objects[kListed], sizeof(Listed));
    for (unsigned i = 0; i < kLanes; ++i)
      objects[kSeen + 1][i] = static_cast<std::byte>(runs.differ() ? ~expected[i] : expected[i]);
    if (!runs.differ())
      *reinterpret_cast<Calls*>(objects[kSeen]) = {kCallees, kCallees};
    return 0;
  };
}

Theorem takeTheorem(const Subject& subject) {
  const std::string name = "red/take";
  return instructionTheorem(name, "RED", "portable", {"RED-1", "RED-6", "SURED-9", "MACH-5", "MACH-8"},
                            "who takes part, their list, and the turns of the operation and size: each once, each "
                            "handed what the ones before "
                            "it left, and nothing else",
                            kTake, [=](Terms& terms) {
                              Obligations made = callingObligations(
                                  terms, subject,
                                  {takeContract(), takeCalling, takeInvoke, "S64-takes-narrow-turns", "taker"}, name);
                              add(made, listedLanesReach(terms, name + "/listed-lanes-reach"));
                              return made;
                            });
}

Theorem halvesTheorem(const Subject& subject) {
  const std::string name = "red/halves";
  return instructionTheorem(
      name, "RED", "portable", {"RED-6"},
      "the halves of F16x2 take their turns each in its own order, over the lanes that perform", kHalves,
      [=](Terms& terms) {
        return callingObligations(
            terms, subject, {halvesContract(), halvesCalling, halvesInvoke, "halves-in-one-order", "order[5]"}, name);
      });
}

} // namespace

Contract takeContract() {
  return {kTake,
          {reads<RedModifierTerms>("modifiers"), reads<OperandTerms>("operands"), reads<RedChoiceTerms>("choices"),
           integer("allocated"), reads<ResultTerms>("reached", "reached."), changes<ResultTerms>("results")},
          [](const Given& g) {
            const auto modifiers = g.as<RedModifierTerms>(0);
            return isLegal(modifiers) & isAllowed(g.as<RedChoiceTerms>(2)) &
                   g.integers.at(0).ule(g.terms.constant(32, spec::kMaxGenericBytes)) &
                   performersReach(g.as<OperandTerms>(1).exec, g.as<ResultTerms>(3), g.integers.at(0), modifiers);
          },
          {}};
}

Contract halvesContract() {
  std::vector<const ReductionTurns*> halves;
  for (const ReductionTurns& turns : symbolic::reductionTurns())
    if (turns.isPart() && !turns.inHighOrder)
      halves.push_back(&turns);
  return turnsContract(kHalves, halves);
}

std::vector<Theorem> takeTheorems(const Subject& subject) { return {takeTheorem(subject), halvesTheorem(subject)}; }

} // namespace warplaw::proofs::red
