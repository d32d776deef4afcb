// RED's loops over the listed lanes, in code (RED-6, RED-7, MACH-4, MACH-5), one for each operation and kind of
// element: one arbitrary turn is one step of lane list[k] on the element that it reaches; turns are 0 to the count;
// nothing else changes.
#include "proofs/theorems/red_turns.h"
#include <algorithm>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;
namespace rows = spec::red_rows;

/// What a turn assumes of its lane is what the contract requires of each place of the list.
Obligation assumedIsRequired(const Subject& subject, const Loop& given) {
  const Term everywhere = listReaches(given.list, given.count, given.reached, given.allocated, given.modifiers);
  const Term assumed = keptOf(given.whole()) & symbolic::isOf(given.which, given.modifiers) & everywhere;
  return implied("assumed-is-required", {}, given.contract(subject).requires_(given.whole()).implies(assumed)); // folds
}

// --- Theorems. ---

struct WrongTurn {
  const char* name;
  Outcome outcome;
};
std::vector<WrongTurn> wrongTurns() {
  return {{"the-lane-is-the-turn",
           [](const Loop& given, Term before, Term element) {
             Loop other = given;
             other.lane = given.k.zext(8);
             other.word[rows::kOperand] = given.terms().select(given.k, given.operands.row[rows::kOperand]);
             return encoded(other, before, element);
           }},
          {"one-byte-is-left",
           [](const Loop& given, Term before, Term element) {
             return given.place.eq(given.begins() + Bits(1)).ite(before, encoded(given, before, element));
           }},
          {"another-step", [](const Loop& given, Term before, Term element) {
             return given.left(before, wrongStepOf(given.which.op, element, given.word[rows::kOperand],
                                                   [&](RedOp op) { return given.stepped(element, op); }));
           }}};
}

Obligations obligations(Terms& terms, const Subject& subject, const ReductionTurns& which, const std::string& name) {
  const Loop given(terms, which);
  AskedOfLoop loop = askReduction(terms, subject, given, {given.contract(subject)});
  if (auto* const asked = std::get_if<LoopAsked>(&loop))
    asked->asked.push_back(assumedIsRequired(subject, given));
  const auto replay = [=](const Outcome& outcome) {
    return [=](const Assignment& witness) { return replayTurns(subject, which, outcome, witness); };
  };
  const auto twins = [&](const LoopAsked& asked) {
    const Bytes memory = [&](Term at) { return std::get<lift::ByteMemory>(asked.before.objects[3]).byteAt(at); };
    const Term element = load(memory, given.begins(), which.bits / 8);
    std::vector<LoopTwin> twins;
    for (const auto& [twin, outcome] : wrongTurns())
      twins.push_back({twin, "memory", {outcome(given, memory(given.place), element)}, replay(outcome)});
    return twins;
  };
  return asObligations(terms, subject, std::move(loop), name, replay(encoded), twins);
}

} // namespace

Term keptOf(const Given& g) {
  const Term allocated = g.integers.at(0), count = g.integers.at(1);
  return count.ule(g.terms.constant(32, kLanes)) & allocated.ule(g.terms.constant(32, spec::kMaxGenericBytes)) &
         isLegal(g.as<RedModifierTerms>(0)) & isAllowed(g.as<RedChoiceTerms>(2));
}

Term Loop::stepped(Term held, RedOp op) const {
  ReductionTurns other = which;
  other.op = op;
  const auto objects = whole().objects;
  return symbolic::encodedTurnStep(other, cellsIn(objects), {lane, reachTold(reach), word, reach, lane, held});
}

Term Loop::left(Term before, Term value) const {
  return symbolic::byteAfter(place, before, terms().truth(true), begins(), value);
}

Term encoded(const Loop& given, Term before, Term element) { return given.left(before, given.stepped(element)); }

Contract turnsContract(const std::string& symbol, std::vector<const ReductionTurns*> turns) {
  const auto listed = [](Terms& terms) { return laneTable("list", laneBytes(terms, "list")); };
  return {symbol,
          {reads<RedModifierTerms>("modifiers"), reads<OperandTerms>("operands"), reads<RedChoiceTerms>("choices"),
           integer("allocated"), reads<ResultTerms>("reached", "reached."), Parameter{"list", false, listed},
           integer("count")},
          [turns = std::move(turns)](const Given& g) {
            const std::vector<lift::Cell>& cells = g.objects.at(4).field("list").cells;
            symbolic::PerLane<Term> list;
            std::ranges::transform(cells, list.begin(), &lift::Cell::bits);
            const auto modifiers = g.as<RedModifierTerms>(0);
            Term isOne = g.terms.truth(false);
            for (const ReductionTurns* one : turns)
              isOne = isOne | symbolic::isOf(*one, modifiers);
            return keptOf(g) & isOne &
                   listReaches(list, g.integers.at(1), g.as<ResultTerms>(3), g.integers.at(0), modifiers);
          },
          {}};
}

std::vector<Theorem> turnsTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const ReductionTurns& which : symbolic::reductionTurns()) {
    const std::string name = "red/turns/" + which.name;
    std::string form = formOf({which.op, which.sizes.front()});
    for (const RedSize size : std::span(which.sizes).subspan(1))
      form += ", " + formOf({which.op, size});
    theorems.push_back(instructionTheorem(
        name, "RED", "portable", {"RED-6", "RED-7", "MACH-4", "MACH-5"},
        fmt::format("{}: the listed lanes take their steps, in the list's order, each once; what a step leaves in an "
                    "element of {} bits, {} bits into an access, for all that it held, all operands and choices; the "
                    "frame included",
                    form, which.bits, which.shift),
        turnsFunction(which),
        [&which, subject, name](Terms& terms) { return obligations(terms, subject, which, name); }));
  }
  return theorems;
}

} // namespace warplaw::proofs::red
