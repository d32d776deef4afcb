// Datapaths of vector code whose lanes look at no other, see lanewise.h: the whole function is lifted and every lane of
// it stated; lanes whose statements differ in nothing but whose cells they speak of are one question.
#include "proofs/engine/simulation.h"
#include "proofs/statements/cut_points.h"
#include "proofs/statements/evidence.h"
#include "proofs/statements/lanewise.h"
#include "proofs/statements/lanewise_objects.h"
#include "symbolic/terms/walk.h"
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::OperandTerms;
using symbolic::ResultTerms;

/// What `lane` alone has of a structure: its cells, and its bits of masks; and every variable that lanes have.
template <class S>
void collect(const S& structure, unsigned lane, std::vector<Term>& own, std::set<std::uint32_t>& all) {
  eachTerm(structure, [&](const spec::CellPlace& place, const Term& cell) {
    all.insert(cell.node()->id);
    if (place.lane == static_cast<int>(lane))
      own.push_back(cell);
    else if (place.lane < 0 && place.about.isLaneMask)
      own.push_back(cell.bit(lane));
  });
}

struct LaneCells {
  std::vector<Term> own;       ///< in the same order for every lane
  std::set<std::uint32_t> all; ///< of every lane, by node
};

LaneCells cellsOf(const Given& given, unsigned lane) {
  LaneCells cells;
  collect(given.as<OperandTerms>(kOperands), lane, cells.own, cells.all);
  collect(given.as<ResultTerms>(resultsOf(given)), lane, cells.own, cells.all);
  for (const lift::Field& field : given.objects[kChoices].fields)
    if (field.cells.size() == spec::kLanes) { // each lane's own
      for (const lift::Cell& cell : field.cells)
        cells.all.insert(cell.bits.node()->id);
      cells.own.push_back(field.cells[lane].bits);
    }
  return cells;
}

bool speaksOfLanes(std::span<const Term> terms, const LaneCells& cells) {
  return std::ranges::any_of(symbolic::variablesOf(terms), [&](Term v) { return cells.all.contains(v.node()->id); });
}

/// A lane's goal with what the lane has as variables that are the same for all lanes; null if it speaks of more.
Term ofAnyLane(Terms& terms, Term goal, const LaneCells& cells) {
  std::vector<std::pair<Term, Term>> any;
  for (std::size_t i = 0; i < cells.own.size(); ++i)
    any.emplace_back(cells.own[i], terms.variable(cells.own[i].width(), fmt::format("any-lane.{}", i)));
  const Term said = symbolic::substitute(goal, any);
  return speaksOfLanes(std::span(&said, 1), cells) ? Term() : said;
}

/// The witness, and where that speaks of cut points, what simulation finds near it.
std::function<Replay(const Assignment&)> replayNear(const Obligation& lane, const std::string& word) {
  return [lane, word](const Assignment& witness) {
    const Replay first = lane.replay(witness);
    const auto output = std::ranges::find(lane.outputs, word, &Output::name);
    if (first.reproduced || output == lane.outputs.end())
      return first;
    const auto found = simulate({lane.query.assumptions, output->got.eq(output->expected)}, &witness);
    return found ? lane.replay(*found) : first;
  };
}

/// With what its case, the last assumption, says put in: the same wherever that holds.
Obligation withValues(Obligation o) {
  const Part part = o.countsAs();
  const auto values = valuesIn(o.query.assumptions.back());
  o.query.goal = symbolic::substitute(o.query.goal, values);
  for (Output& output : o.outputs)
    output = {output.name, symbolic::substitute(output.got, values), symbolic::substitute(output.expected, values)};
  LiftedEvidence::seal(o, part);
  return o;
}

/// A lane's statement in full: case by case, each cut.
std::vector<Obligation> inFull(const Given& given, const Lanewise& lanewise, Obligation lane, unsigned i,
                               const std::vector<Term>& cases) {
  lane.replay = replayNear(lane, fmt::format("row[0][{}]", i));
  std::vector<Obligation> made;
  for (const Obligation& one : inCases(lane, cases)) {
    std::vector<Obligation> cut = {withValues(one)};
    if (lanewise.cuts)
      cutAt(
          given.terms,
          inCase(one, lanewise.cuts(given, given.terms.constant(5, i), wordsOf(given.as<OperandTerms>(kOperands), i))),
          one.query.assumptions, cut, one.name + "/");
    for (Obligation& o : cut) {
      if (o.asking().isGuess)
        o.replay = lane.replay;
      made.push_back(std::move(o));
    }
  }
  return made;
}

/// `contract` with one lane's word as another reading has it.
WrongEffect wrongLane(const Contract& contract, const Lanewise::Wrong& wrong, unsigned lane) {
  return {wrong.name, fmt::format("row[0][{}]", lane), [effect = contract.effect, word = wrong.lane, lane](Given& g) {
            const auto operands = g.as<OperandTerms>(kOperands);
            const auto before = g.as<ResultTerms>(resultsOf(g));
            const Term said = word(g, g.terms.constant(5, lane), wordsOf(operands, lane));
            effect(g);
            ResultTerms after = g.as<ResultTerms>(resultsOf(g));
            after.row[0][lane] = operands.exec.bit(lane).ite(said, before.row[0][lane]);
            g.set(resultsOf(g), after);
          }};
}

} // namespace

Obligations vectorObligations(Terms& terms, const Subject& subject, const Lanewise& lanewise,
                              const std::string& prefix) {
  constexpr unsigned kTwinLane = 0; // any; what is shared is shared in the first one
  const Contract& contract = lanewise.contract;
  FunctionContract function = functionContract(contract);
  function.replaySymbol = lanewise.replaySymbol;
  function.asCase = lanewise.asCase;
  std::vector<WrongEffect> wrong;
  for (const Lanewise::Wrong& one : lanewise.wrong)
    wrong.push_back(wrongLane(contract, one, kTwinLane));
  Obligations stated = obligationsOf(terms, subject, function, twinsOf(contract, wrong), prefix);
  if (std::holds_alternative<Problem>(stated))
    return stated;

  const Given given = variablesOf(terms, contract);
  const std::vector<Term> cases = lanewise.cases ? lanewise.cases(given) : std::vector<Term>{terms.truth(true)};
  std::map<std::string, unsigned> lanes; // by name
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    lanes[fmt::format("{}/{}", prefix, laneGroup(lane))] = lane;
  std::set<std::uint32_t> asked;                             // statements of any lane, by node
  std::map<std::uint32_t, std::vector<std::string>> stepsOf; // what asks them
  std::vector<Obligation> made;
  for (Obligation& o : std::get<std::vector<Obligation>>(stated)) {
    const auto lane = lanes.find(o.name);
    if (lane == lanes.end()) {
      made.push_back(std::move(o));
      continue;
    }
    std::vector<Term> equal; // free of poison all of them are by no-undefined-behaviour
    for (const Output& output : o.outputs)
      equal.push_back(output.got.eq(output.expected));
    o.query.goal = terms.all(equal);
    LiftedEvidence::seal(o, Part::Outputs);
    const LaneCells cells = cellsOf(given, lane->second);
    const Term any = speaksOfLanes(o.query.assumptions, cells) ? Term() : ofAnyLane(terms, o.query.goal, cells);
    if (any && !asked.insert(any.node()->id).second) { // asked of an earlier lane, for all that a lane may have
      LiftedEvidence::restate(o, {o.query.assumptions, terms.truth(true)}, o.outputs, stepsOf[any.node()->id]);
      made.push_back(std::move(o));
      continue;
    }
    for (Obligation& full : inFull(given, lanewise, o, lane->second, cases)) {
      if (any)
        stepsOf[any.node()->id].push_back(full.name);
      made.push_back(std::move(full));
    }
  }
  if (cases.size() > 1) {
    made.push_back(exhaustiveCases(terms, cases, {contract.requires_(given)}));
    made.back().name = prefix + "/" + made.back().name;
  }
  return made;
}

} // namespace warplaw::proofs
