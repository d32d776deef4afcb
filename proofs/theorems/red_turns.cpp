// RED's loops over the listed lanes, in code (RED-6, MACH-4, MACH-5): one arbitrary turn is one step, by whatever
// function it is handed, of lane list[k] on the element that it reaches; turns are 0 to the count; nothing else
// changes.
#include "proofs/theorems/red_turns.h"
#include "proofs/statements/oracle_loops.h"
#include <algorithm>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;
namespace rows = spec::red_rows;

/// What a turn assumes of its lane is what the contract requires of each place of the list.
Obligation assumedIsRequired(const Subject& subject, const Loop& given) {
  const Term everywhere = listReaches(given.list, given.count, given.reached, given.allocated, given.modifiers);
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
  const Term place = terms.variable(32, "place"); // any
  const AskedOfLoop loop = askReduction(terms, subject,
                                        {which.symbol(), given.modifiers, given.operands, given.choices, given.reached,
                                         given.list, given.count, given.allocated, given.k, given.laneByte, given.reach,
                                         given.word, place, given.element, given.made, given.facts()},
                                        asStated(subject, stepContract(which.bits)), {given.contract(subject)});
  if (const Problem* problem = std::get_if<Problem>(&loop))
    return *problem;
  const LoopAsked& asked = std::get<LoopAsked>(loop);
  const auto replay = [=](const Outcome& outcome) {
    return [=](const Assignment& witness) { return replayTurns(subject, which, outcome, witness); };
  };
  std::vector<Obligation> all = asObligations(asked.asked, name, replay(encoded));
  const Bytes memory = [&](Term at) { return std::get<lift::ByteMemory>(asked.before.objects[3]).byteAt(at); };
  const Term element = load(memory, given.address(), which.bits / 8);
  const auto addOwn = [&](Obligation o) {
    o.name = name + "/" + o.name;
    all.push_back(std::move(o));
  };
  addOwn(assumedIsRequired(subject, given));
  for (const WrongTurn& wrong : wrongTurns())
    addOwn(asked.twin(terms, subject, wrong.name, std::array{wrong.outcome(given, place, memory(place), element)},
                      "memory", replay(wrong.outcome)));
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
                   listReaches(list, g.integers.at(1), g.as<ResultTerms>(3), g.integers.at(0), modifiers);
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
