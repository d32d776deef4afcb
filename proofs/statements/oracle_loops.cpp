// Loops of datapaths with a memory: see oracle_loops.h. ATOMS' functions are in oracle_atoms.cpp.
#include "proofs/statements/oracle_loops.h"
#include "proofs/statements/evidence.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

/// A comparison of all that is asked: whether what it was made of is what it should be.
void addComparison(std::vector<Obligation>& asked, Term isSo) {
  Obligation comparison = implied("states-the-oracle", {}, isSo);
  LiftedEvidence::compare(comparison, asked);
  asked.push_back(std::move(comparison));
}

lift::Input inputOf(std::vector<lift::Object> objects) {
  lift::Input input;
  for (unsigned object = 0; object < objects.size(); ++object)
    input.arguments.emplace_back(lift::PointerTo{object});
  input.objects = std::move(objects);
  return input;
}

} // namespace

Obligations asObligations(Terms& terms, const Subject& subject, AskedOfLoop loop, const std::string& prefix,
                          const std::function<Replay(const Assignment&)>& replay,
                          const std::function<std::vector<LoopTwin>(const LoopAsked&)>& twins) {
  auto* const of = std::get_if<LoopAsked>(&loop);
  if (!of)
    return std::get<Problem>(loop);
  std::vector<Obligation> all = std::move(of->asked);
  for (Obligation& o : all)
    if (!o.outputs.empty())
      o.replay = replay;
  for (LoopTwin& twin : twins(*of)) {
    Equalities left(terms, subject, of->code, of->readsCode, of->readsExpected);
    addAfterTurn(left, of->parts, twin.after);
    all.push_back(asTwin(left.obligation("turn", of->assumed, std::move(twin.replay)), twin.name, twin.output));
  }
  for (Obligation& o : all)
    o.name = prefix + "/" + o.name;
  return all;
}

// --- .SPIN's winners (ATOMS-10): a turn for each of the order, from nobody on. ---

AskedOfLoop askSpin(Terms& terms, const Subject& subject, const SpinFunction& function) {
  const symbolic::SpinTurn& turn = function.turn;
  const std::vector<lift::Table> objects = {function.modifiers, tableOf("operands", function.operands),
                                            tableOf("choices", function.choices)};
  LoopContract loop;
  loop.symbol = function.symbol;
  loop.over = "the order";
  loop.input = [=](Stage stage) {
    lift::Input input = inputOf({objects.begin(), objects.end()});
    input.arguments.insert(input.arguments.end(), {turn.admitted, turn.chosenBanks});
    if (stage == Stage::Final)
      input.assumePhi = [=](Terms&, const std::string& phi, unsigned, Term) {
        return isNamed(phi, "taken") ? turn.taken : isNamed(phi, "winners") ? turn.winners : Term();
      };
    return input;
  };
  loop.counter = turn.k;
  loop.counts = [](const std::string& phi) { return isNamed(phi, "k"); };
  loop.last = turn.k.eq(Bits(spec::kLanes - 1));
  loop.parts = [none = terms.constant(32, 0)](const lift::Lifted& lifted) {
    std::vector<LoopPart> parts = {carriedOf(lifted, "taken", 32),
                                   carriedOf(lifted, "winners", 32, lifted.returned.value_or(lift::Cell{}))};
    for (LoopPart& part : parts)
      part.first = none;
    return parts;
  };
  const auto cut = cutLoopOf(terms, subject, loop);
  if (const Problem* problem = std::get_if<Problem>(&cut))
    return *problem;
  const CutLoop& code = std::get<CutLoop>(cut);
  const auto cell = cellsIn(objects);
  const Term lane = terms.select(turn.k, function.choices.order).extract(4, 0);
  const Term base = terms.select(lane, function.operands.row[spec::atoms_rows::kBase]);
  std::vector<Term> legal = symbolic::atomsKeptOfAddress(cell, base), flags = {legal[0], legal[1]};
  const std::vector<Term> bank = symbolic::atomsKeptOfBank(cell, lane);
  legal.insert(legal.end() - 1, bank.begin(), bank.end());

  const symbolic::SpinTurned after = symbolic::encodedSpin(cell, turn);
  LoopAsked all;
  all.parts = loop.parts(code.final);
  all.assumed = legal;
  all.code = code.final.code;
  Equalities left(terms, subject, all.code), turns(terms, subject, all.code);
  addAfterTurn(left, all.parts, std::array{after.taken, after.winners});
  addTurns(turns, loop, code.final);
  all.asked = {definedInEveryTurn(Stage::Unoptimized, code.unoptimized, flags),
               definedInEveryTurn(Stage::Final, code.final, legal), left.obligation("turn", legal),
               turns.obligation("turns", legal)};
  OwnVariables own;
  own(objectsOf(code.given));
  own(std::array{turn.k, turn.admitted, turn.chosenBanks, turn.taken, turn.winners});
  // who is chosen takes part, before the first turn and after each: that is what ATOMS' functions assume of winners
  const auto takePart = [&](Term winners) { return (winners & ~turn.admitted).eq(Bits(0)); };
  addComparison(all.asked, terms.truth(own.areOwn()) & takePart(turn.winners).implies(takePart(after.winners)));
  const Term any = terms.variable(32, "any"); // what callers of a datapath keep
  all.asked.push_back(implied("assumed-is-required",
                              {symbolic::atomsKept(structureIn<spec::AtomsModifiersIn<AsTerms>>(function.modifiers),
                                                   function.operands, function.choices, any)},
                              terms.all(legal)));
  return all;
}

// --- Who attempts, in order (ATOMS-5): some places of the order a turn. ---

namespace {

/// How many are listed, by the name that the source gives it.
LoopPart countOf(const lift::Lifted& lifted) {
  LoopPart count = carriedOf(lifted, "count", 64);
  count.after = lifted.returned.value_or(lift::Cell{});
  return count;
}

constexpr unsigned kOrder = 0, kListed = 1; ///< objects
constexpr unsigned kPerforming = 1;         ///< an argument

/// It may be passed by where all perform.
LoopContract listingLoop(const ListingFunction& function, Term first) {
  LoopContract loop;
  loop.symbol = kPortableListing;
  loop.over = "the order";
  loop.counter = first;
  loop.stride = function.places;
  loop.counts = [](const std::string& phi) { return isNamed(phi, "k"); };
  loop.last = first.eq(Bits(spec::kLanes - function.places));
  loop.input = [=, counts = loop.counts](Stage) {
    lift::Input input;
    input.objects = {laneTable("order", function.order), laneTable("list", function.before.list, true)};
    input.arguments = {lift::PointerTo{kOrder}, function.performing, lift::PointerTo{kListed}};
    input.assumePhi = [=](Terms&, const std::string& name, unsigned width, Term) -> Term {
      return counts(name) ? first.zext(width) : isNamed(name, "count") ? function.before.count.zext(width) : Term();
    };
    input.assumeState = [=](Terms&, lift::State& state) {
      state.objects[kListed] = laneTable("list", function.before.list, true);
    };
    return input;
  };
  loop.parts = [=](const lift::Lifted& lifted) {
    std::vector<LoopPart> parts = cellsOf(lifted, kListed, "list");
    for (unsigned i = 0; i < spec::kLanes; ++i)
      parts[i].first = function.before.list[i];
    LoopPart count = countOf(lifted);
    count.next.bits = count.next.bits.extract(5, 0).zext(32);
    parts.push_back(count);
    return parts;
  };
  return loop;
}

/// Turns and counts from where they start, at either stage: what no undefined behaviour rests on.
Equalities counting(const Subject& subject, const LoopContract& loop, const LiftedFunction& lifted, Term counted) {
  Equalities all(counted.terms(), subject, lifted.code);
  addCounting(all, loop, lifted);
  const LoopPart count = countOf(lifted);
  const unsigned width = count.next.bits.width();
  all.add("count at first", count.entry.bits, counted.terms().constant(width, 0));
  all.add("count", count.next, counted.zext(width));
  return all;
}

/// What is left where all perform is the order, whether turns made it or not: nothing is cut.
std::variant<Obligation, Problem> whereAllPerform(Terms& terms, const Subject& subject, const LoopContract& loop,
                                                  const ListingFunction& function) {
  lift::Input input = loop.input(Stage::Final);
  input.arguments[kPerforming] = terms.constant(32, ~Bits(0));
  const auto lifted = liftFrom(terms, subject, loop.symbol, Stage::Final, input);
  if (const Problem* problem = std::get_if<Problem>(&lifted))
    return *problem;
  const auto& whole = std::get<LiftedFunction>(lifted);
  const lift::Field& list = std::get<lift::Table>(whole.after.objects[kListed]).field("list");
  Equalities left(terms, subject, whole.code);
  left.require("it ends", ~whole.boundExceeded);
  for (unsigned i = 0; i < spec::kLanes; ++i)
    left.add(nameOfCell(list, i), list.cells[i], function.order[i].extract(4, 0).zext(8));
  left.add("count", whole.returned.value_or(lift::Cell{}), terms.constant(32, spec::kLanes));
  return left.obligation("where-all-perform", {});
}

} // namespace

AskedOfLoop askListing(Terms& terms, const Subject& subject, const ListingFunction& function) {
  const symbolic::LanesListed& before = function.before;
  const unsigned bits = function.turn.width();
  const Term first = function.turn.concat(terms.constant(5 - bits, 0)); // the turn's first place
  const LoopContract loop = listingLoop(function, first);
  const auto cut = cutLoopOf(terms, subject, loop);
  if (const Problem* problem = std::get_if<Problem>(&cut))
    return *problem;
  const CutLoop& code = std::get<CutLoop>(cut);
  symbolic::LanesListed after = before;
  for (unsigned i = 0; i < function.places; ++i)
    after = symbolic::encodedListing(function.order, function.performing, first + Bits(i), after);

  LoopAsked all;
  all.parts = cellsOf(code.final, kListed, "list");
  LoopPart count = countOf(code.final); // its bits above those that a count has are 0
  const unsigned width = count.next.bits.width(), counted = after.count.width();
  const Term above = count.next.bits.extract(width - 1, counted);
  count.next.bits = count.next.bits.extract(counted - 1, 0);
  all.parts.push_back(count);
  const auto countIsKept = [](Term listed, Term places) { return listed.ule(places); };
  const Term isKept = countIsKept(before.count, first.zext(6));
  all.assumed = {isKept};
  std::vector<Term> expected(after.list.begin(), after.list.end());
  expected.push_back(after.count);
  all.code = code.final.code;
  Equalities left(terms, subject, all.code), turns(terms, subject, all.code);
  addAfterTurn(left, all.parts, expected);
  left.add("count has no more bits", above, terms.constant(width - counted, 0));
  addTurns(turns, loop, code.final);
  const auto order = whereAllPerform(terms, subject, loop, function);
  if (const Problem* problem = std::get_if<Problem>(&order))
    return *problem;
  all.asked = {
      definedInEveryTurn(Stage::Unoptimized, code.unoptimized, all.assumed),
      definedInEveryTurn(Stage::Final, code.final, all.assumed),
      counting(subject, loop, code.unoptimized, after.count).obligation("unoptimized/counts", all.assumed),
      counting(subject, loop, code.final, after.count).obligation("final/counts", all.assumed),
      left.obligation("turn", all.assumed),
      turns.obligation("turns", {isKept, ~function.performing.eq(~Bits(0))}),
      std::get<Obligation>(order),
  };
  OwnVariables own;
  own(function.order);
  own(before.list);
  own(std::array{function.performing, before.count, function.turn});
  // what is assumed before a turn holds after it, and of no places: so there are never more than lanes
  const Term keeps = isKept.implies(countIsKept(after.count, first.zext(6) + Bits(function.places)));
  addComparison(all.asked, terms.truth(own.areOwn() && function.places << bits == spec::kLanes) & keeps);
  return all;
}

// --- RED's turns (RED-6, MACH-4). ---

std::string turnsFunction(const symbolic::ReductionTurns& turns) { return "warplaw_red_turns_" + turns.name; }

const symbolic::ReductionTurns* reductionTurnsOf(const std::string& symbol) {
  const auto& all = symbolic::reductionTurns();
  const auto found = std::ranges::find(all, symbol, turnsFunction);
  return found == all.end() ? nullptr : &*found;
}

namespace {

enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kReached, kList };

lift::Input reductionInput(const ReductionFunction& f) {
  lift::Input input =
      inputOf({tableOf("modifiers", f.modifiers), tableOf("operands", f.operands), tableOf("choices", f.choices),
               lift::ByteMemory{"memory", f.allocated, {}}, tableOf("reached", f.reached), laneTable("list", f.list)});
  input.arguments.insert(input.arguments.begin() + kMemory + 1, f.allocated);
  input.arguments.emplace_back(f.count);
  return input;
}

LaneReadings reductionReadings(const ReductionFunction& f, const LoopContract& loop, const lift::Lifted& lifted,
                               Stage stage) {
  const LaneReadings::Table lists[] = {{f.list, f.lane}};
  std::vector<LaneReadings::Table> rows = {{f.reached.row[0], f.reach}};
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    rows.emplace_back(f.operands.row[row], f.word[row]);
  return {stage, rootsOf(loop, lifted), lists, rows};
}

} // namespace

AskedOfLoop askReduction(Terms& terms, const Subject& subject, const ReductionFunction& f, const Contract& kept) {
  const symbolic::ReductionTurns* which = reductionTurnsOf(f.symbol);
  if (!which || which->bits != f.element.width())
    return Problem{Verdict::Error, f.symbol + ": no turns of RED on such elements"};
  LoopContract loop;
  loop.symbol = f.symbol;
  loop.over = "the listed lanes";
  loop.input = [=](Stage) { return reductionInput(f); };
  loop.counter = f.k;
  loop.none = f.count.eq(Bits(0));
  loop.last = (f.k.zext(32) + Bits(1)).eq(f.count);
  loop.parts = [f](const lift::Lifted& lifted) {
    LoopPart memory = byteOf(lifted, kMemory, f.place);
    memory.first = lift::ByteMemory{"memory", f.allocated, {}}.byteAt(f.place);
    return std::vector{memory};
  };
  const auto cut = cutLoopOf(terms, subject, loop);
  if (const Problem* problem = std::get_if<Problem>(&cut))
    return *problem;
  const CutLoop& code = std::get<CutLoop>(cut);
  const LaneReadings read = reductionReadings(f, loop, code.final, Stage::Final);
  const Bytes memory = [&](Term place) { return byteAt(code.final.cut->assumed, kMemory, place); };
  const symbolic::LaneReached reached = reachTold(f.reach);
  const Term held = load(memory, symbolic::encodedElement(reached, which->shift), which->bits / 8);
  const auto objects = objectsOf(code.given);
  const auto cell = cellsIn(objects);
  const symbolic::ReductionTurn turn{f.lane, reached, f.word, f.place, memory(f.place), held};
  const Term after = symbolic::encodedReductionTurn(*which, cell, turn);

  const Term isTurn = f.k.zext(32).ult(f.count), anyTurn = loop.none | isTurn;
  const Term names[] = {f.element.eq(held), f.made.eq(symbolic::encodedTurnStep(*which, cell, turn))};
  LoopAsked all;
  all.parts = loop.parts(code.final);
  all.readsCode = read;
  all.before = code.final.cut->assumed;
  std::vector<Term> inAnyTurn = f.facts;
  all.assumed = f.facts;
  inAnyTurn.push_back(anyTurn);
  all.assumed.insert(all.assumed.end(), {isTurn, names[0], names[1]});
  all.code = code.final.code;
  Equalities left(terms, subject, all.code, read), turns(terms, subject, all.code, read, read);
  addAfterTurn(left, all.parts, std::array{after});
  read.addIndexes(left, f.k);
  addTurns(turns, loop, code.final);
  all.asked = {definedInEveryTurn(Stage::Unoptimized, code.unoptimized, inAnyTurn,
                                  reductionReadings(f, loop, code.unoptimized, Stage::Unoptimized)),
               definedInEveryTurn(Stage::Final, code.final, inAnyTurn, read), left.obligation("turn", all.assumed),
               turns.obligation("turns", inAnyTurn)};
  OwnVariables own;
  own(objects);
  own(std::array{f.k, f.lane, f.reach, f.place, f.element, f.made, f.allocated, f.count});
  own(f.word);
  Given whole{terms, {}, {f.allocated, f.count}};
  for (const lift::Table* table : objects)
    if (table)
      whole.objects.push_back(*table);
  const Term known[] = {kept.requires_(whole),
                        laneReaches(f.lane, f.reach, f.allocated, f.modifiers),
                        isTurn,
                        anyTurn,
                        names[0],
                        names[1]};
  addComparison(all.asked, terms.truth(own.areOwn() && kept.symbol == f.symbol && assumesOnly(all.asked, known)));
  return all;
}

} // namespace warplaw::proofs
