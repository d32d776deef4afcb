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
  CallStatement statement(const Contract& contract, const lift::Table& last, const std::vector<Term>& integers) const {
    const std::vector<lift::Table> tables = {tableOf("modifiers", modifiers), tableOf("operands", operands),
                                             tableOf("choices", choices), tableOf("reached", reached), last};
    CallStatement made;
    made.input.objects.assign(tables.begin(), tables.end());
    made.input.objects.insert(made.input.objects.begin() + kMemory, lift::ByteMemory{"memory", allocated, {}});
    for (unsigned object = 0; object < made.input.objects.size(); ++object) {
      made.input.arguments.emplace_back(lift::PointerTo{object});
      if (object == kMemory)
        made.input.arguments.emplace_back(allocated);
    }
    made.input.arguments.insert(made.input.arguments.end(), integers.begin(), integers.end());
    std::vector<Term> given = {allocated};
    given.insert(given.end(), integers.begin(), integers.end());
    made.assumptions = {contract.requires_({terms(), tables, given})};
    return made;
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

void addCallee(CallStatement& statement, const Contract& contract, const ExpectedCall& step,
               std::optional<Notes> notes = {}) {
  statement.input.contracts[contract.symbol] = opaque(step, contract, statement.seen, std::move(notes));
}
constexpr std::uint32_t kCallees = 3; ///< of either function that are called

Group callsGroup(const CallStatement& statement, Term calls) {
  const auto object = static_cast<unsigned>(statement.input.objects.size());
  return {"calls", {{"made", Place{object, "made", 0}, calls}, {"well", Place{object, "well", 0}, calls}}};
}

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

CallStatement takeCalling(const Datapath& d, const Subject& subject, bool wrong) {
  Terms& terms = d.terms();
  const auto before = symbolic::variables<ResultTerms>(terms, "before.");
  const auto after = symbolic::variables<ResultTerms>(terms, "after.");
  const Term zero = terms.constant(32, 0);
  constexpr unsigned kResults = kReached + 1;
  const auto stated = [&](Contract contract) { return asStated(subject, std::move(contract)); };
  CallStatement statement = d.statement(stated(takeContract()), tableOf("results", before, true), {});
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
  statement.groups = groupsOf(kResults, after);
  std::erase_if(statement.groups, [](const Group& group) { return group.expectations.empty(); });
  statement.groups.push_back(callsGroup(statement, terms.constant(32, kCallees)));
  statement.groups.back().expectations.push_back({"taker", Place{kResults + 1 + kTaker, "taker", 0}, taker});
  return statement;
}

// --- The halves of F16x2. ---

CallStatement halvesCalling(const Datapath& d, const Subject& subject, bool wrong) {
  Terms& terms = d.terms();
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
  statement.groups = {callsGroup(statement, terms.constant(32, kCallees)), {"order", {}}};
  const auto listed = static_cast<unsigned>(statement.input.objects.size() + 1);
  for (unsigned i = 0; i < kLanes; ++i)
    statement.groups[1].expectations.push_back({fmt::format("order[{}]", i), Place{listed, "listed", i},
                                                (wrong ? d.choices.order : d.choices.orderHigh)[i]}); // the twin
  return statement;
}

// --- Replays: whole calls, by machine code and by the encoding. ---

using TakeCode = void(const spec::RedModifiers*, const spec::Operands*, const spec::RedChoices*, spec::GenericBytes,
                      const spec::Results*, spec::Results*, Listing*);

/// Lanes on few elements, in any orders, some without access.
struct TakeRun {
  spec::RedModifiers modifiers{};
  spec::Operands operands{};
  spec::RedChoices choices{};
  spec::Results reached{};
  std::vector<std::uint8_t> memory;
  spec::Results results{};

  TakeRun(Pair pair, std::mt19937& random) : memory(64) {
    modifiers = {static_cast<std::uint32_t>(pair.op), static_cast<std::uint32_t>(pair.size), 0, 0};
    operands.exec = static_cast<std::uint32_t>(random());
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto place = static_cast<std::uint32_t>(random() % 6 * 8);
      reached.row[0][lane] =
          random() % 4 ? place | modifiers.size << kPlaceBits : static_cast<std::uint32_t>(kNoAccess) | lane % 3;
      for (const unsigned row : {spec::red_rows::kOperand, spec::red_rows::kOperandHigh})
        operands.row[row][lane] = static_cast<std::uint32_t>(random());
      std::swap(choices.order[lane], choices.order[random() % (lane + 1)]);
      std::swap(choices.orderHigh[lane], choices.orderHigh[random() % (lane + 1)]);
    }
    for (std::uint8_t& byte : memory)
      byte = static_cast<std::uint8_t>(random());
  }
  /// What is handed over.
  TakeRun(std::span<std::byte* const> objects, std::size_t allocated)
      : modifiers(*reinterpret_cast<const spec::RedModifiers*>(objects[kModifiers])),
        operands(*reinterpret_cast<const spec::Operands*>(objects[kOperands])),
        choices(*reinterpret_cast<const spec::RedChoices*>(objects[kChoices])),
        reached(*reinterpret_cast<const spec::Results*>(objects[kReached])),
        memory(tellingBytes(std::min<std::size_t>(allocated, spec::kMaxGenericBytes))) {}
  spec::GenericBytes bytes() { return {memory.data(), static_cast<std::uint32_t>(memory.size())}; }
};

/// What is only read stays as it was.
void addRead(WholeRuns& runs, const TakeRun& after, const TakeRun& before) {
  runs.add(kModifiers, after.modifiers, before.modifiers);
  runs.add(kOperands, after.operands, before.operands);
  runs.add(kChoices, after.choices, before.choices);
  runs.add(kReached, after.reached, before.reached);
}
void leaveRead(const WholeRuns& runs, std::span<std::byte* const> objects) {
  static constexpr std::pair<Object, std::size_t> kRead[] = {{kModifiers, sizeof(spec::RedModifiers)},
                                                             {kOperands, sizeof(spec::Operands)},
                                                             {kChoices, sizeof(spec::RedChoices)},
                                                             {kReached, sizeof(spec::Results)}};
  for (const auto& [object, bytes] : kRead)
    runs.leave(object, objects[object], objects[object], bytes);
}

/// Machine code and the encoding, of this form, on one run.
void compare(TakeCode* code, Listing* listing, TakeRun machine, RedSize expected, WholeRuns& runs) {
  const TakeRun before = machine;
  TakeRun encoded = machine;
  code(&machine.modifiers, &machine.operands, &machine.choices, machine.bytes(), &machine.reached, &machine.results,
       listing);
  addRead(runs, machine, before);
  encoded.modifiers.size = static_cast<std::uint32_t>(expected);
  takeOnWords(encoded.modifiers, encoded.operands, encoded.choices, encoded.memory, encoded.reached, encoded.results);
  runs.add(kReached + 1, machine.results, encoded.results);
  runs.addMemory(machine.memory == encoded.memory);
  runs.show(
      [&] { return caseOfReached(before.modifiers, before.operands, before.choices, before.memory, before.reached); });
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
    TakeRun told(objects, static_cast<std::size_t>(integers[0]));
    const RedSize size = expected(static_cast<RedSize>(told.modifiers.size));
    told.results = *reinterpret_cast<const spec::Results*>(objects[kResults]);
    compare(take, listing, told, size, runs);
    std::mt19937 random(1); // its numbers are the same everywhere
    for (const Pair pair : pairs())
      compare(take, listing, TakeRun(pair, random), expected(pair.size), runs);
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
void compareHalves(HalvesCode* code, TakeRun machine, std::uint32_t performing, bool wrong, WholeRuns& runs,
                   Listed list = {}) {
  std::uint32_t length = 0;
  for (const std::uint8_t named : machine.choices.order)
    if (performing >> named % kLanes & 1)
      list[length++ % kLanes] = named % kLanes;
  const TakeRun before = machine;
  const auto given = list;
  TakeRun encoded = machine;
  encoded.operands.exec = performing;
  if (wrong)
    encoded.choices.orderHigh = encoded.choices.order;
  code(&machine.modifiers, &machine.operands, &machine.choices, machine.bytes(), &machine.reached, list.data(), length,
       performing);
  addRead(runs, machine, before);
  runs.add(kListed, list, given);
  takeOnWords(encoded.modifiers, encoded.operands, encoded.choices, encoded.memory, encoded.reached, encoded.results);
  runs.addMemory(machine.memory == encoded.memory);
  runs.show([&] {
    spec::Operands operands = before.operands;
    operands.exec = performing;
    return caseOfReached(before.modifiers, operands, before.choices, before.memory, before.reached);
  });
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
  TakeRun machine(objects, static_cast<std::size_t>(integers[0]));
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
      const TakeRun run({kOps[attempt % std::size(kOps)], RedSize::F16x2}, random);
      std::uint32_t performing = run.operands.exec;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (run.reached.row[0][lane] & kNoAccess)
          performing &= ~(1u << lane);
      compareHalves(halves, run, performing, wrong, runs);
    }
    constexpr unsigned kSeen = kListed + 1;
    const auto choices = *reinterpret_cast<const spec::RedChoices*>(objects[kChoices]);
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

/// Either function's theorem: its statement as `calling` gives it, and one twin.
struct Wrong {
  const char *name, *mustDiffer;
};
Obligations callingObligations(Terms& terms, const Subject& subject, const Contract& contract, const std::string& name,
                               CallStatement (*calling)(const Datapath&, const Subject&, bool wrong),
                               Invoke (*invoke)(const Subject&, bool wrong, const WholeRuns::Shown&),
                               const Wrong& twin) {
  const auto state = [=](bool wrong) { return [=](Terms& t) { return calling(Datapath(t), subject, wrong); }; };
  FunctionContract function;
  function.symbol = contract.symbol;
  function.mayAssume = std::make_shared<const Contract>(asStated(subject, contract));
  function.state = state(false);
  invokeByRuns(function, [=](const WholeRuns::Shown& shown) { return invoke(subject, false, shown); });
  return withOpaqueCallees(obligationsOf(terms, subject, function,
                                         {{twin.name, twin.mustDiffer, state(true), invoke(subject, true, {})}}, name));
}

Theorem takeTheorem(const Subject& subject) {
  const std::string name = "red/take";
  return instructionTheorem(name, "RED", "portable", {"RED-1", "RED-6", "SURED-9", "MACH-5", "MACH-8"},
                            "who takes part, their list, and the turns of the operation and size: each once, each "
                            "handed what the ones before "
                            "it left, and nothing else",
                            kTake, [=](Terms& terms) {
                              Obligations made = callingObligations(terms, subject, takeContract(), name, takeCalling,
                                                                    takeInvoke, {"S64-takes-narrow-turns", "taker"});
                              add(made, listedLanesReach(terms, name + "/listed-lanes-reach"));
                              return made;
                            });
}

Theorem halvesTheorem(const Subject& subject) {
  const std::string name = "red/halves";
  return instructionTheorem(name, "RED", "portable", {"RED-6"},
                            "the halves of F16x2 take their turns each in its own order, over the lanes that perform",
                            kHalves, [=](Terms& terms) {
                              return callingObligations(terms, subject, halvesContract(), name, halvesCalling,
                                                        halvesInvoke, {"halves-in-one-order", "order[5]"});
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
