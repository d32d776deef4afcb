// RED's loops over the listed lanes, in code (RED-6, MACH-4, MACH-5): one arbitrary turn is one step, by whatever
// function it is handed, of lane list[k] on the element that it reaches; turns are 0 to the count; nothing else
// changes.
#include "proofs/theorems/red_turns.h"
#include "proofs/statements/loop_contract.h"
#include <algorithm>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;
namespace rows = spec::red_rows;

enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kReached, kList };

lift::Input inputOf(const Subject& subject, const Loop& given) {
  lift::Input input;
  input.objects = {tableOf("modifiers", given.modifiers), tableOf("operands", given.operands),
                   tableOf("choices", given.choices),     lift::ByteMemory{"memory", given.allocated, {}},
                   tableOf("reached", given.reached),     laneTable("list", given.list)};
  input.arguments = {lift::PointerTo{kModifiers},
                     lift::PointerTo{kOperands},
                     lift::PointerTo{kChoices},
                     lift::PointerTo{kMemory},
                     given.allocated,
                     lift::PointerTo{kReached},
                     lift::PointerTo{kList},
                     given.count};
  const Contract step = asStated(subject, stepContract(given.which.bits));
  input.contracts[step.symbol] = [given, step](lift::ContractCall& call) -> lift::Cell {
    Terms& terms = given.terms();
    const auto* choices = call.arguments.size() == 6 ? std::get_if<lift::PointerTo>(&call.arguments[4]) : nullptr;
    if (!choices || choices->object != kChoices || choices->offset != 0) {
      call.undefined = terms.truth(true);
      return {terms.constant(given.which.bits, 0), terms.truth(false)};
    }
    std::vector<Term> integers;
    for (const lift::Argument& argument : call.arguments)
      if (const Term* integer = std::get_if<Term>(&argument))
        integers.push_back(*integer);
    call.undefined = ~step.requires_({terms, {tableOf("choices", given.choices)}, integers});
    return {given.stepOf(integers[0], integers[1], integers[2], integers[3], integers[4]), terms.truth(false)};
  };
  return input;
}

Term placeOf(const Loop& given) { return given.terms().variable(32, "place"); } ///< any

LoopContract loopOf(const Subject& subject, const Loop& given) {
  LoopContract loop;
  loop.symbol = given.which.symbol();
  loop.over = "the listed lanes";
  loop.input = [=](Stage) { return inputOf(subject, given); };
  loop.counter = given.k;
  loop.none = given.count.eq(Bits(0));
  loop.last = (given.k.zext(32) + Bits(1)).eq(given.count);
  loop.parts = [given](const lift::Lifted& lifted) {
    LoopPart memory = byteOf(lifted, kMemory, placeOf(given));
    memory.first = lift::ByteMemory{"memory", given.allocated, {}}.byteAt(placeOf(given));
    return std::vector{memory};
  };
  return loop;
}

LaneReadings readingsOf(const Loop& given, const LoopContract& loop, const lift::Lifted& lifted, Stage stage) {
  const LaneReadings::Table lists[] = {{given.list, given.laneByte}};
  std::vector<LaneReadings::Table> rows = {{given.reached.row[0], given.reach}};
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    rows.emplace_back(given.operands.row[row], given.word[row]);
  return {stage, rootsOf(loop, lifted), lists, rows};
}

/// The element that turn k finds.
Term elementIn(const Loop& given, const lift::Lifted& lifted) {
  return load([&](Term at) { return byteAt(lifted.cut->assumed, kMemory, at); }, given.address(), given.which.bits / 8);
}

/// What a turn assumes of its lane is what the contract requires of each place of the list.
Obligation assumedIsRequired(const Subject& subject, const Loop& given) {
  const Term everywhere =
      listReaches(listedReaches, given.list, given.count, given.reached, given.allocated, given.modifiers);
  return implied("assumed-is-required", {given.contract(subject).requires_(given.whole())},
                 keptOf(given.whole()) & isLegalSize(given.modifiers.size, given.which.bits) & everywhere);
}

// --- Theorems. ---

struct WrongTurn {
  const char* name;
  Outcome outcome;
};
std::vector<WrongTurn> wrongTurns() {
  return {{"the-lane-is-the-turn",
           [](const Loop& given, Term place, Term before, Term element) {
             Loop other = given;
             other.laneByte = given.k.zext(8);
             other.word[rows::kOperand] = given.terms().select(given.k, given.operands.row[rows::kOperand]);
             return encoded(other, place, before, element);
           }},
          {"one-byte-is-left", [](const Loop& given, Term place, Term before, Term element) {
             return place.eq(given.address() + Bits(1)).ite(before, encoded(given, place, before, element));
           }}};
}

Obligations obligations(Terms& terms, const Subject& subject, const Turns& which, const std::string& name) {
  const Loop given(terms, which);
  const LoopContract loop = loopOf(subject, given);
  const auto cut = cutLoopOf(terms, subject, loop);
  if (const Problem* problem = std::get_if<Problem>(&cut))
    return *problem;
  const CutLoop& cutAt = std::get<CutLoop>(cut);
  const lift::Lifted &unoptimized = cutAt.unoptimized, &final = cutAt.final;
  const LaneReadings read = readingsOf(given, loop, final, Stage::Final);
  const Term place = placeOf(given), element = elementIn(given, final);
  const auto left = [&](const Outcome& outcome) {
    Equalities all(terms, subject, read);
    addAfterTurn(all, loop.parts(final),
                 std::array{outcome(given, place, byteAt(final.cut->assumed, kMemory, place), element)});
    read.addIndexes(all, given.k);
    return all;
  };
  const auto asked = [&](Equalities all, const char* what, std::vector<Term> assumptions, const Outcome& outcome) {
    return all.obligation(what, std::move(assumptions),
                          [=](const Assignment& witness) { return replayTurns(subject, which, outcome, witness); });
  };
  std::vector<Term> anyTurn = given.facts(), inTurn = given.inTurn();
  anyTurn.push_back(loop.none | given.k.zext(32).ult(given.count));
  inTurn.push_back(given.element.eq(element));
  inTurn.push_back(given.made.eq(given.stepped(element, given.operand())));
  const Equalities stated = left(encoded);
  Equalities turns(terms, subject, read, read);
  addTurns(turns, loop, final);
  std::vector<Obligation> all = {definedInEveryTurn(Stage::Unoptimized, unoptimized, anyTurn,
                                                    readingsOf(given, loop, unoptimized, Stage::Unoptimized)),
                                 definedInEveryTurn(Stage::Final, final, anyTurn, read),
                                 assumedIsRequired(subject, given), asked(stated, "turn", inTurn, encoded),
                                 asked(turns, "turns", anyTurn, encoded)};
  all.push_back(
      statesTheOraclesReduction(which.symbol(), stated, {cutAt, loop},
                                {given.k, given.laneByte, given.reach, given.word, place, given.element, given.made},
                                {given.contract(subject), listedReaches}, all));
  for (const WrongTurn& wrong : wrongTurns())
    all.push_back(asTwin(asked(left(wrong.outcome), "turn", inTurn, wrong.outcome), wrong.name, "memory"));
  for (Obligation& o : all)
    o.name = name + "/" + o.name;
  return all;
}

} // namespace

Term keptOf(const Given& g) {
  const Term allocated = g.integers.at(0), count = g.integers.at(1);
  return count.ule(g.terms.constant(32, kLanes)) & allocated.ule(g.terms.constant(32, spec::kMaxGenericBytes)) &
         isLegal(g.as<RedModifierTerms>(0)) & isAllowed(g.as<RedChoiceTerms>(2));
}

Term encoded(const Loop& given, Term place, Term before, Term element) {
  return symbolic::byteAfter(place, before, given.terms().truth(true), given.address(),
                             given.stepped(element, given.operand()));
}

Term listedReaches(Term laneByte, Term reach, Term allocated, const RedModifierTerms& modifiers) {
  Terms& terms = laneByte.terms();
  Term isStep = terms.truth(false);
  for (const Pair pair : pairs())
    isStep = isStep | (modifiers.op.eq(Bits(pair.op)) & sizeIn(reach).eq(Bits(pair.size)) &
                       isLegalSize(modifiers.size, elementBits(pair.size)));
  return laneByte.ult(terms.constant(8, kLanes)) & ~reach.bit(31) & isStep &
         (placeIn(reach) + redBytes(modifiers.size)).ule(allocated);
}

Term isLegalSize(Term size, unsigned bits) {
  Term is = size.terms().truth(false);
  for (const Pair pair : pairs())
    if (elementBits(pair.size) == bits)
      is = is | size.eq(Bits(pair.size));
  return is;
}

Contract turnsContract(const std::string& symbol, unsigned bits) {
  const auto listed = [](Terms& terms) { return laneTable("list", laneBytes(terms, "list")); };
  return {symbol,
          {reads<RedModifierTerms>("modifiers"), reads<OperandTerms>("operands"), reads<RedChoiceTerms>("choices"),
           integer("allocated"), reads<ResultTerms>("reached", "reached."), Parameter{"list", false, listed},
           integer("count")},
          [bits](const Given& g) {
            const std::vector<lift::Cell>& cells = g.objects.at(4).field("list").cells;
            symbolic::PerLane<Term> list;
            std::ranges::transform(cells, list.begin(), &lift::Cell::bits);
            const auto modifiers = g.as<RedModifierTerms>(0);
            return keptOf(g) & isLegalSize(modifiers.size, bits) &
                   listReaches(listedReaches, list, g.integers.at(1), g.as<ResultTerms>(3), g.integers.at(0),
                               modifiers);
          },
          {}};
}

std::vector<Theorem> turnsTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const Turns& which : kTurns) {
    const std::string name = fmt::format("red/turns-{}", which.name);
    theorems.push_back(instructionTheorem(
        name, "RED", "portable", {"RED-6", "MACH-4", "MACH-5"},
        fmt::format(
            "the listed lanes take their steps, in the list's order, each once, whatever a step is: elements of "
            "{} bits, {} bits into an access; the frame included",
            which.bits, which.shift),
        which.symbol(), [=](Terms& terms) { return obligations(terms, subject, which, name); }));
  }
  return theorems;
}

} // namespace warplaw::proofs::red
