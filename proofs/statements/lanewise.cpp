// Datapaths lane by lane: see lanewise.h.
#include "proofs/statements/lanewise.h"
#include "proofs/engine/simulation.h"
#include "proofs/statements/cut_points.h"
#include "proofs/statements/evidence.h"
#include "proofs/statements/lanewise_objects.h"
#include "proofs/statements/loop_contract.h"
#include "proofs/statements/oracle.h"
#include "symbolic/terms/walk.h"
#include <fmt/format.h>
#include <random>
#include <set>
#include <utility>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::ResultTerms;

Term bitOf(Term mask, Term lane) {
  std::vector<Term> bits;
  for (unsigned i = 0; i < spec::kLanes; ++i)
    bits.push_back(mask.bit(i));
  return mask.terms().select(lane, bits);
}

struct Turn {
  Given given;
  Term k; ///< 5 bits
  OperandTerms operands;
  CutLoop cut;

  LaneWords words() const { return wordsOf(operands, k); }
  const lift::Cut& loop() const { return *cut.final.cut; }
  const lift::Table& results(const lift::State& state) const {
    return std::get<lift::Table>(state.objects[resultsOf(given)]);
  }
  std::vector<Term> rowOf(const lift::State& state) const {
    std::vector<Term> cells;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      cells.push_back(results(state).field("row").cells[lane].bits);
    return cells;
  }
  Term executes() const { return bitOf(operands.exec, k); }
};

LoopContract loopOf(const Turn& turn, const std::string& symbol) {
  LoopContract loop;
  loop.symbol = symbol;
  loop.over = "the lanes";
  loop.input = [given = turn.given](Stage) {
    lift::Input input;
    for (unsigned object = 0; object < given.objects.size(); ++object) {
      input.objects.emplace_back(given.objects[object]);
      input.arguments.emplace_back(lift::PointerTo{object});
    }
    return input;
  };
  loop.counter = turn.k;
  loop.last = turn.k.eq(Bits(spec::kLanes - 1));
  loop.parts = [given = turn.given](const lift::Lifted& lifted) {
    std::vector<LoopPart> parts = cellsOf(lifted, resultsOf(given), "row");
    parts.resize(spec::kLanes);
    const auto before = given.as<ResultTerms>(resultsOf(given));
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      parts[lane].first = before.row[0][lane];
    return parts;
  };
  return loop;
}

/// All lanes at once, for replays: `lane` in each, as the subject has it, stated for lane k and then looked at in every
/// lane, so that a mutant changes the same place.
CallStatement wholeStatement(Terms& terms, const Subject& subject, const Contract& contract, const LaneEncoding& lane) {
  Contract whole = contract;
  whole.effect = [&](Given& g) {
    const auto operands = g.as<OperandTerms>(kOperands);
    const Term k = g.terms.variable(5, "k");
    const Term word = subject.encode("row[0][k]", lane(g, k, wordsOf(operands, k)));
    g.set(resultsOf(g), lanewiseResults(operands, g.as<ResultTerms>(resultsOf(g)), [&](unsigned i) {
            const std::pair<Term, Term> which[] = {{k, g.terms.constant(5, i)}};
            return symbolic::substitute(word, which);
          }));
  };
  return functionContract(whole).state(terms);
}

/// The witness; then what simulation of one turn finds near it, since what was cut is any number to a solver; then with
/// all lanes executing and words at random: what is wrong with the loop shows in most of them.
Replay replayLanes(const Subject& subject, const FunctionContract& function, const Contract& contract,
                   const LaneEncoding& lane, const Output& word, const Assignment& witness) {
  constexpr unsigned kAttempts = 50;
  const auto state = [&](Terms& terms) { return wholeStatement(terms, subject, contract, lane); };
  const Replay first = replayEverywhere(subject, function, state, witness);
  if (first.reproduced)
    return first;
  Terms& terms = word.got.terms();
  const Given given = variablesOf(terms, contract);
  Assignment other = witness;
  if (const auto found = simulate({{contract.requires_(given)}, word.got.eq(word.expected)}, &witness)) {
    if (Replay again = replayEverywhere(subject, function, state, *found); again.reproduced)
      return again;
    other = *found;
  }
  std::mt19937 random(1); // its numbers are the same everywhere
  for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
    other["exec"] = 0xffffffff;
    if (attempt > 0) {
      other["predicate"] = random();
      for (unsigned r = 0; r < spec::kSourceRows; ++r)
        for (unsigned i = 0; i < spec::kLanes; ++i)
          other[fmt::format("row[{}][{}]", r, i)] = random() % 4 ? random() : random() % 3 - 1u;
    }
    if (Replay again = replayEverywhere(subject, function, state, other); again.reproduced)
      return again;
  }
  return first;
}

/// Before turn 0 the rows are the caller's.
Obligation entry(const Subject& subject, const Turn& turn, const LoopContract& loop,
                 const std::vector<Term>& assumptions) {
  Equalities all(turn.given.terms, subject, turn.cut.final.code);
  all.require("entered", turn.loop().reached);
  for (const LoopPart& part : loop.parts(turn.cut.final))
    all.add("entry." + part.name, part.entry.bits, part.first);
  return all.obligation("entry", assumptions);
}

Term encodedWord(const Subject& subject, const Turn& turn, const LaneEncoding& lane) {
  return subject.encode("row[0][k]", lane(turn.given, turn.k, turn.words()));
}

/// Turn k: the word of lane k.
Output wordOf(const Subject& subject, const Turn& turn, const LaneEncoding& lane) {
  Terms& terms = turn.given.terms;
  const Term old = terms.select(turn.k, turn.rowOf(turn.loop().assumed));
  const Term word = encodedWord(subject, turn, lane);
  return {"row[0][k]", terms.select(turn.k, turn.rowOf(turn.loop().next)), turn.executes().ite(word, old)};
}

/// The assumptions that share a variable with the fact, or with another such assumption: no others can help to prove
/// it, and without them a question that several cases share is asked once.
std::vector<Term> neededFor(Term fact, const std::vector<Term>& assumptions) {
  std::vector<Term> left = symbolic::conjunctsOf(assumptions), needed;
  std::set<const symbolic::Node*> spoken;
  const auto speaks = [&](Term term) {
    for (const Term variable : symbolic::variablesOf(std::span(&term, 1)))
      spoken.insert(variable.node());
  };
  speaks(fact);
  for (bool grows = true; grows;) {
    grows = false;
    for (Term& conjunct : left) {
      if (!conjunct || std::ranges::none_of(symbolic::variablesOf(std::span(&conjunct, 1)),
                                            [&](Term v) { return spoken.contains(v.node()); }))
        continue;
      speaks(conjunct);
      needed.push_back(std::exchange(conjunct, Term()));
      grows = true;
    }
  }
  return needed;
}

/// Where what was cut is never negative in a case, or a number of one bit less, that is an obligation, and then known
/// of its variable. `prefix`: what will stand before their names.
std::vector<Obligation> restrictedTo(const std::vector<std::pair<Term, Term>>& cuts, Obligation& inCase,
                                     const std::string& prefix) {
  std::vector<Obligation> facts;
  std::vector<std::string> steps;
  std::vector<Term> restricted = inCase.query.assumptions;
  const std::vector<Term> assumptions = inCase.query.assumptions;
  const auto isPositive = [](Term number) { return ~number.bit(number.width() - 1); };
  const auto isNarrower = [](Term number) { return number.bit(number.width() - 1).eq(number.bit(number.width() - 2)); };
  for (const auto& [term, variable] : cuts)
    for (const auto& fact : {std::function<Term(Term)>(isPositive), std::function<Term(Term)>(isNarrower)})
      if (term.width() > 1 && isNeverNegative(~fact(term), assumptions)) {
        Obligation one;
        one.name = fmt::format("{}/range-{}", inCase.name, facts.size());
        one.query = {neededFor(fact(term), assumptions), fact(term)};
        one.ask([](Obligation::Asking& asking) { asking.isGuess = true; });
        steps.push_back(prefix + one.name);
        facts.push_back(std::move(one));
        restricted.push_back(fact(variable));
      }
  if (!facts.empty())
    LiftedEvidence::restate(inCase, {restricted, inCase.query.goal}, inCase.outputs, steps);
  return facts;
}

/// Puts in what its case says, and cuts at those of `wanted` that the code computes in this case: what comes after them
/// is one question for all cases that differ in nothing else.
std::vector<Obligation> cutInItsCase(Obligation& inCase, const Output& word, std::vector<Term> wanted, Term itsCase,
                                     const std::string& prefix) {
  Terms& terms = word.got.terms();
  const auto values = valuesIn(itsCase);
  Output said = {word.name, symbolic::substitute(word.got, values), symbolic::substitute(word.expected, values)};
  for (Term& one : wanted)
    one = symbolic::substitute(one, values);
  const CutPoints points = cutPoints(terms, said.got, wanted, inCase.query.assumptions, "case-cut");
  std::vector<Obligation> made = equalitiesOf(points, inCase.query.assumptions, inCase.name + "/cut-", 0);
  std::vector<std::string> steps;
  for (const Obligation& equality : made)
    steps.push_back(prefix + equality.name);
  said.got = symbolic::substitute(said.got, points.ofCode);
  said.expected = symbolic::substitute(said.expected, points.ofEncoding);
  const Term goal = said.got.eq(said.expected);
  LiftedEvidence::restate(inCase, {assumptionsAbout(goal, inCase.query.assumptions), goal}, {said}, steps);
  return made;
}

/// An obligation with its replay; what its case says of variables, of which a witness need not speak any more.
using Replayed = std::function<Obligation(Obligation, const Assignment& itsCase)>;

/// That, in each case (one if none is named), with the cut points as variables; and that these are equal. Where one
/// is not, that says nothing of the function yet: its replay is the whole function's.
std::vector<Obligation> turnEqualities(const Subject& subject, const Turn& turn, const Lanewise& lanewise,
                                       const std::vector<Term>& assumptions, const std::string& prefix,
                                       const Replayed& replayed) {
  Terms& terms = turn.given.terms;
  const Output word = wordOf(subject, turn, lanewise.lane);
  std::vector<Obligation> made;
  Term got = word.got, expected = word.expected, encoded = encodedWord(subject, turn, lanewise.lane);
  std::vector<std::string> steps;
  std::vector<std::pair<Term, Term>> positives; // what was cut, and its variable
  const auto cut = [&](const CutPoints& points) {
    for (const auto& [term, variable] : points.ofEncoding)
      if (variable.op() == symbolic::Op::Variable && !isAsWideAsItsFactors(term))
        positives.emplace_back(term, variable);
    for (Obligation& o : equalitiesOf(points, assumptions, "cut-", made.size())) {
      steps.push_back(prefix + o.name);
      made.push_back(replayed(std::move(o), {}));
    }
    got = symbolic::substitute(got, points.ofCode);
    expected = symbolic::substitute(expected, points.ofEncoding);
    encoded = symbolic::substitute(encoded, points.ofEncoding);
  };
  std::vector<Term> left; // terms of the encoding that are nowhere computed in all cases alike
  if (lanewise.cuts) {
    const std::vector<Term> wanted = lanewise.cuts(turn.given, turn.k, turn.words());
    const CutPoints points = cutPoints(terms, got, wanted, assumptions, "cut");
    cut(points);
    for (const Term one : wanted)
      if (std::ranges::none_of(points.ofEncoding, [&](const auto& found) { return found.first.same(one); }))
        left.push_back(symbolic::substitute(one, points.ofEncoding));
  }
  cut(sharedProduct(terms, got, expected));
  left.push_back(encoded); // last: what remains is where it is written
  const std::vector<Term> cases = lanewise.cases ? lanewise.cases(turn.given) : std::vector<Term>{terms.truth(true)};
  Obligation all;
  all.name = "turn";
  all.outputs = {word};
  all.query = {assumptions, word.got.eq(word.expected)};
  LiftedEvidence::seal(all, Part::Outputs, turn.cut.final.code);
  std::vector<Obligation> each = inCases(all, cases);
  for (std::size_t i = 0; i < each.size(); ++i) {
    Obligation& o = each[i];
    Assignment itsCase;
    for (const auto& [variable, value] : valuesIn(cases[i]))
      itsCase.emplace(variable.node()->name, value.value());
    if (!steps.empty())
      LiftedEvidence::restate(o, {o.query.assumptions, got.eq(expected)}, {{word.name, got, expected}}, steps);
    for (Obligation& fact : restrictedTo(positives, o, prefix))
      made.push_back(std::move(fact));
    if (cases.size() > 1 && terms.folds())
      for (Obligation& equality : cutInItsCase(o, {word.name, got, expected}, left, cases[i], prefix))
        made.push_back(replayed(std::move(equality), itsCase));
    made.push_back(replayed(std::move(o), itsCase));
  }
  if (cases.size() > 1)
    made.push_back(exhaustiveCases(terms, cases, assumptions));
  return made;
}

Obligation otherLanes(const Subject& subject, const Turn& turn, const std::vector<Term>& assumptions) {
  Equalities all(turn.given.terms, subject, turn.cut.final.code);
  const auto next = turn.rowOf(turn.loop().next), assumed = turn.rowOf(turn.loop().assumed);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    all.add(fmt::format("other.row[0][{}]", lane), turn.k.eq(Bits(lane)).ite(assumed[lane], next[lane]), assumed[lane]);
  return all.obligation("other-lanes", assumptions);
}

/// k goes 0, 1, .. 31; what turn 31 leaves is what the function leaves, with masks and errors as the contract says.
Obligation turns(const Subject& subject, const Turn& turn, const LoopContract& loop, const Contract& contract,
                 const std::vector<Term>& assumptions) {
  Equalities all(turn.given.terms, subject, turn.cut.final.code);
  addTurns(all, loop, turn.cut.final);
  Given given = turn.given;
  contract.effect(given);
  const lift::Table& got = turn.results(turn.cut.final.after);
  for (const lift::Field& f : given.objects[resultsOf(given)].fields)
    for (unsigned cell = f.name == "row" ? spec::kLanes : 0; cell < f.cells.size(); ++cell) {
      const std::string name = nameOfCell(f, cell);
      all.add("after." + name, loop.last.ite(got.field(f.name).cells[cell].bits, f.cells[cell].bits),
              subject.encode(name, f.cells[cell].bits));
    }
  return all.obligation("turns", assumptions);
}

} // namespace

LaneWords wordsOf(const OperandTerms& operands, unsigned lane) {
  return wordsOf(operands, operands.exec.terms().constant(5, lane));
}
LaneWords wordsOf(const OperandTerms& operands, Term lane) {
  LaneWords words;
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    words[r] = lane.terms().select(lane, operands.row[r]);
  words.predicate = bitOf(operands.predicate, lane);
  return words;
}

ResultTerms lanewiseResults(const OperandTerms& operands, const ResultTerms& before,
                            const std::function<Term(unsigned)>& word) {
  Terms& terms = operands.exec.terms();
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (const Term executes = operands.exec.bit(lane); !executes.isFalse()) // on words, half of the work
      after.row[0][lane] = executes.ite(word(lane), before.row[0][lane]);
  after.written = {operands.exec, terms.constant(32, 0)};
  after.predicateWritten = terms.constant(32, 0);
  after.error.fill(terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  return after;
}

std::vector<Obligation> inCases(const Obligation& equality, const std::vector<Term>& cases) {
  if (cases.size() <= 1)
    return {equality};
  std::vector<Obligation> made;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Obligation o = equality;
    o.name += fmt::format("/case-{}", i);
    o.query.assumptions.push_back(cases[i]);
    LiftedEvidence::seal(o, equality.countsAs());
    made.push_back(std::move(o));
  }
  return made;
}

Obligation exhaustiveCases(Terms& terms, const std::vector<Term>& cases, const std::vector<Term>& assumptions) {
  return implied("cases-are-exhaustive", assumptions, terms.any(cases));
}

Obligations lanewiseObligations(Terms& terms, const Subject& subject, const Lanewise& lanewise,
                                const std::string& prefix) {
  const Contract& contract = lanewise.contract;
  Turn turn{variablesOf(terms, contract), terms.variable(5, "k"), {}, {}};
  turn.operands = turn.given.as<OperandTerms>(kOperands);
  const LoopContract loop = loopOf(turn, contract.symbol);
  auto cut = cutLoopOf(terms, subject, loop);
  if (const Problem* problem = std::get_if<Problem>(&cut))
    return *problem;
  turn.cut = std::get<CutLoop>(std::move(cut));
  const std::vector<Term> assumptions = {contract.requires_(turn.given)};

  FunctionContract function = functionContract(contract);
  function.replaySymbol = lanewise.replaySymbol;
  function.asCase = lanewise.asCase;
  const auto replayed = [&](Obligation o, const LaneEncoding& lane, const Assignment& itsCase = {}) {
    o.replay = [=, word = wordOf(subject, turn, lane)](Assignment witness) {
      witness.insert(itsCase.begin(), itsCase.end());
      return replayLanes(subject, function, contract, lane, word, witness);
    };
    return o;
  };
  std::vector<Obligation> made;
  const auto add = [&](Obligation o) {
    o.name = prefix + "/" + o.name;
    made.push_back(std::move(o));
  };
  add(definedInEveryTurn(Stage::Unoptimized, turn.cut.unoptimized, assumptions));
  add(definedInEveryTurn(Stage::Final, turn.cut.final, assumptions));
  add(replayed(entry(subject, turn, loop, assumptions), lanewise.lane));
  const auto inItsCase = [&](Obligation o, const Assignment& itsCase) {
    return replayed(std::move(o), lanewise.lane, itsCase);
  };
  for (Obligation& o : turnEqualities(subject, turn, lanewise, assumptions, prefix + "/", inItsCase))
    add(std::move(o));
  add(replayed(otherLanes(subject, turn, assumptions), lanewise.lane));
  add(replayed(turns(subject, turn, loop, contract, assumptions), lanewise.lane));
  if (auto oracle = statesTheOracle(terms, contract.symbol, function.state(terms), prefix)) {
    LiftedEvidence::compare(*oracle, made);
    made.push_back(*std::move(oracle));
  }
  const LaneWords words = turn.words();
  if (auto oracle = statesTheOraclesLane(contract.symbol, turn.given, turn.k, words,
                                         lanewise.lane(turn.given, turn.k, words), prefix))
    made.push_back(*std::move(oracle));
  for (const Lanewise::Wrong& wrong : lanewise.wrong) {
    Equalities one(terms, subject, turn.cut.final.code);
    const Output word = wordOf(subject, turn, wrong.lane);
    one.add(word.name, word.got, word.expected);
    add(replayed(asTwin(one.obligation("", assumptions), wrong.name, word.name), wrong.lane));
  }
  return made;
}

} // namespace warplaw::proofs
