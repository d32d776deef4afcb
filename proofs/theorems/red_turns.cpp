// RED's loops over the listed lanes, in code (RED-6, MACH-4, MACH-5): one arbitrary turn is one step, by whatever
// function it is handed, of lane list[k] on the element that it reaches; turns are 0 to the count; nothing else
// changes.
#include "proofs/theorems/red_turns.h"
#include "proofs/statements/cut_loop.h"
#include <algorithm>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;
namespace rows = spec::red_rows;

enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kReached, kList };

struct Cut {
  lift::Lifted lifted;
  Term byteAt(const lift::State& state, Term place) const {
    return std::get<lift::ByteMemory>(state.objects[kMemory]).byteAt(place);
  }
};

std::variant<Cut, Problem> cutOf(Terms& terms, const Subject& subject, const Loop& given, Stage stage) {
  Cut cut;
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
  input.contracts[step.symbol] = [&, step](lift::ContractCall& call) -> lift::Cell {
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
  input.cut = true;
  input.assumePhi = [&](Terms&, const std::string&, unsigned width, Term entry) {
    return entry.isConstant() && entry.value() == 0 && width > 5 ? given.k.zext(width) : Term();
  };
  auto lifted = liftFrom(terms, subject, given.which.symbol(), stage, input);
  if (const Problem* problem = std::get_if<Problem>(&lifted))
    return *problem;
  cut.lifted = std::get<lift::Lifted>(std::move(lifted));
  if (!cut.lifted.cut)
    return Problem{Verdict::Unsupported, given.which.symbol() + ": no loop that is marked to be cut"};
  return cut;
}

/// The code's own ways to say list[k] and words of that lane, found in its terms and replaced by Loop's variables. What
/// makes that right: that the index is k is an obligation; a word of a lane is by definition the cell of its row.
class Readings {
public:
  Readings(const Loop& given, std::span<const Term> roots, Stage stage) {
    const auto isSame = [&](Term index) { return indexes_.empty() || indexes_.front().same(index); };
    for (const Term select : lookUps(roots, given.list))
      if (stage == Stage::Final || isSame(select.arg(0))) { // unoptimized: any turn, which one index names
        indexes_.push_back(select.arg(0));
        lanes_.emplace_back(select, given.laneByte);
      }
    std::vector<Term> inner;
    for (const Term root : roots)
      inner.push_back(symbolic::substitute(root, lanes_));
    const auto add = [&](const symbolic::PerLane<Term>& row, Term variable) {
      for (const Term select : lookUps(inner, row))
        if (isLane(select.arg(0), given.laneByte))
          words_.emplace_back(select, variable);
    };
    add(given.reached.row[0], given.reach);
    add(given.operands.row[rows::kOperand], given.word[0]);
    add(given.operands.row[rows::kOperandHigh], given.word[1]);
  }
  Term operator()(Term term) const { return symbolic::substitute(symbolic::substitute(term, lanes_), words_); }
  const std::vector<Term>& indexes() const { return indexes_; }

private:
  static bool isLane(Term index, Term laneByte) {
    const unsigned width = index.width();
    return index.same(width > 8 ? laneByte.zext(width) : width == 8 ? laneByte : laneByte.extract(width - 1, 0));
  }
  std::vector<Term> indexes_;
  std::vector<std::pair<Term, Term>> lanes_, words_;
};

/// All terms of the code that a statement looks at.
std::vector<Term> rootsOf(const Loop& given, const Cut& cut) {
  const lift::Cut& loop = *cut.lifted.cut;
  std::vector<Term> roots = {cut.lifted.undefined, loop.continues};
  for (const lift::State* state : {&loop.next, &cut.lifted.after})
    for (const lift::ByteStore& store : std::get<lift::ByteMemory>(state->objects[kMemory]).stores)
      for (const Term term : {store.condition, store.address, store.value, store.poison})
        if (term)
          roots.push_back(term);
  roots.push_back(cut.byteAt(loop.next, given.terms().variable(32, "place")));
  roots.push_back(cut.byteAt(cut.lifted.after, given.terms().variable(32, "place")));
  return roots;
}

/// What stands after turn k, read through `read`; `place`: any.
Equalities afterTurn(Terms& terms, const Subject& subject, const Loop& given, const Cut& cut, const Readings& read,
                     const Outcome& outcome) {
  Equalities all(terms, subject, read);
  const lift::Cut& loop = *cut.lifted.cut;
  const Term place = terms.variable(32, "place"); // any
  const auto memory = [&](Term at) { return cut.byteAt(loop.assumed, at); };
  const Term element = load(memory, given.address(), given.which.bits / 8);
  all.encoded("memory", cut.byteAt(loop.next, place), outcome(given, place, memory(place), element));
  for (const lift::ByteStore& store : std::get<lift::ByteMemory>(loop.next.objects[kMemory]).stores)
    all.require("stored-value-is-no-poison", ~(store.condition & store.poison));
  for (const Term index : read.indexes())
    all.add("list's index", index.zext(std::max(index.width(), 5u)), given.k.zext(std::max(index.width(), 5u)));
  return all;
}

Obligation turnEquality(const Subject& subject, const Loop& given, const Cut& cut, Equalities all,
                        const Outcome& outcome) {
  const auto memory = [&](Term at) { return cut.byteAt(cut.lifted.cut->assumed, at); };
  const Term element = load(memory, given.address(), given.which.bits / 8);
  std::vector<Term> assumptions = given.inTurn();
  assumptions.push_back(given.element.eq(element));
  assumptions.push_back(given.made.eq(given.stepped(element, given.operand())));
  return all.obligation("turn", assumptions, [subject, which = given.which, outcome](const Assignment& witness) {
    return replayTurns(subject, which, outcome, witness);
  });
}

Obligation turnStatesTheOracle(const Loop& given, const Cut& cut, const Equalities& stated) {
  return statesTheOraclesReduction(
      given.which.symbol(), stated,
      {tableOf("modifiers", given.modifiers), tableOf("operands", given.operands), tableOf("choices", given.choices)},
      {given.laneByte, given.reach, given.word, given.terms().variable(32, "place")},
      std::get<lift::ByteMemory>(cut.lifted.cut->assumed.objects[kMemory]));
}

/// k goes 0, 1, .. to the count; memory before turn 0 is as it was, and what the last turn leaves is left.
Obligation turns(Terms& terms, const Subject& subject, const Loop& given, const Cut& cut, const Readings& read) {
  Equalities all(terms, subject, read, read);
  const lift::Cut& loop = *cut.lifted.cut;
  const Term none = given.count.eq(Bits(0)), place = terms.variable(32, "place");
  const Term last = (given.k.zext(32) + Bits(1)).eq(given.count);
  const Term initial = lift::ByteMemory{"memory", given.allocated, {}}.byteAt(place);
  all.require("some variable counts the turns", terms.truth(!loop.phis.empty()));
  for (const lift::Carried& phi : loop.phis) {
    all.add(phi.name + " at first", phi.entry, terms.constant(phi.width, 0));
    all.add(phi.name + " at the head", phi.assumed, given.k.zext(phi.width));
    all.add(phi.name, lift::Cell{phi.next, phi.nextPoison}, given.k.zext(phi.width) + Bits(1));
  }
  all.add("entered", loop.reached, ~none);
  all.add("continues", none | loop.continues, none | ~last);
  all.add("memory at first", cut.byteAt(loop.entry, place), initial);
  const Term left = cut.byteAt(cut.lifted.after, place), next = cut.byteAt(loop.next, place);
  all.add("memory without turns", none.ite(left, initial), initial);
  all.add("memory at last", (~none & last).ite(left, next), next);
  std::vector<Term> assumptions = given.facts();
  assumptions.push_back(none | given.k.zext(32).ult(given.count));
  return all.obligation("turns", assumptions, [subject, which = given.which](const Assignment& witness) {
    return replayTurns(subject, which, encoded, witness);
  });
}

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
             other.word[0] = given.terms().select(given.k, given.operands.row[rows::kOperand]);
             return encoded(other, place, before, element);
           }},
          {"one-byte-is-left", [](const Loop& given, Term place, Term before, Term element) {
             return place.eq(given.address() + Bits(1)).ite(before, encoded(given, place, before, element));
           }}};
}

Obligations obligations(Terms& terms, const Subject& subject, const Turns& which, const std::string& name) {
  const Loop given(terms, which);
  const auto unoptimized = cutOf(terms, subject, given, Stage::Unoptimized);
  if (const Problem* problem = std::get_if<Problem>(&unoptimized))
    return *problem;
  const auto final = cutOf(terms, subject, given, Stage::Final);
  if (const Problem* problem = std::get_if<Problem>(&final))
    return *problem;
  const Cut &raw = std::get<Cut>(unoptimized), &cut = std::get<Cut>(final);
  const Readings rawRead(given, rootsOf(given, raw), Stage::Unoptimized),
      read(given, rootsOf(given, cut), Stage::Final);
  std::vector<Term> inTurn = given.facts();
  inTurn.push_back(given.count.eq(Bits(0)) | given.k.zext(32).ult(given.count));
  const Equalities stated = afterTurn(terms, subject, given, cut, read, encoded);
  std::vector<Obligation> all = {definedInEveryTurn(Stage::Unoptimized, raw.lifted, inTurn, rawRead),
                                 definedInEveryTurn(Stage::Final, cut.lifted, inTurn, read),
                                 assumedIsRequired(subject, given),
                                 turnEquality(subject, given, cut, stated, encoded),
                                 turnStatesTheOracle(given, cut, stated),
                                 turns(terms, subject, given, cut, read)};
  for (const WrongTurn& wrong : wrongTurns())
    all.push_back(asTwin(
        turnEquality(subject, given, cut, afterTurn(terms, subject, given, cut, read, wrong.outcome), wrong.outcome),
        wrong.name, "memory"));
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

Term performersReach(Term exec, const ResultTerms& reached, Term allocated, const RedModifierTerms& modifiers) {
  Terms& terms = exec.terms();
  std::vector<Term> all;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Term reach = reached.row[0][lane];
    all.push_back(
        (exec.bit(lane) & ~reach.bit(31)).implies(listedReaches(terms.constant(8, lane), reach, allocated, modifiers)));
  }
  return terms.all(all);
}

Term listReaches(const symbolic::PerLane<Term>& list, Term count, const ResultTerms& reached, Term allocated,
                 const RedModifierTerms& modifiers) {
  Terms& terms = count.terms();
  std::vector<Term> all;
  for (unsigned k = 0; k < kLanes; ++k) {
    const Term reach = terms.select(list[k].extract(4, 0), reached.row[0]);
    all.push_back(terms.constant(32, k).ult(count).implies(listedReaches(list[k], reach, allocated, modifiers)));
  }
  return terms.all(all);
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
