// ATOMS's code, a theorem a form: the checks, .SPIN's winners and the list of who attempts by contract
// (proofs/theorems/atoms_checks.cpp, atoms_winners.cpp, atoms_list.cpp), one arbitrary turn of the shipped loop equal
// to the encoding's step for lane list[k], the frame included (ATOMS-2, -5..7, -9, MACH-1, -4, -5); the turns are 0 to
// the list's count, and what the last one leaves is what the function leaves. Any path's list: it is a parameter.
#include "proofs/statements/loop_contract.h"
#include "proofs/statements/oracle.h"
#include "proofs/theorems/atoms_turn.h"
#include <algorithm>

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
using spec::kResultRows;

enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kResults };
constexpr const char* kListing = "the path's list of lanes";

/// What the code asked of the functions that stand for themselves.
struct Calls {
  unsigned admits = 0, chooses = 0, lists = 0;
  std::optional<lift::Table> given; ///< Results as the checks met them: what they leave alone is the caller's
  Term wellCalled;                  ///< width 1: unconditionally, once, with the right objects and numbers
};

bool pointsTo(const lift::Argument& argument, unsigned object) {
  const auto* pointer = std::get_if<lift::PointerTo>(&argument);
  return pointer && pointer->object == object && pointer->offset == 0;
}

Term equals(const lift::Argument& argument, Term expected) {
  const Term* term = std::get_if<Term>(&argument);
  if (!term || term->width() != expected.width())
    return expected.terms().truth(false);
  return term->eq(expected);
}

/// Any number but 0 is a yes.
Term saysSo(const lift::Argument& argument, Term expected) {
  const Term* term = std::get_if<Term>(&argument);
  if (!term)
    return expected.terms().truth(false);
  return term->ne(expected.terms().constant(term->width(), 0)).eq(expected);
}

/// Is a callee handed the form's own modifiers, operands and choices, and as many arguments as it takes?
bool startsAsOurs(const lift::ContractCall& call, std::size_t arguments) {
  bool ours = call.arguments.size() == arguments;
  for (const unsigned object : {kModifiers, kOperands, kChoices}) // they are its first arguments too
    ours = ours && pointsTo(call.arguments[object], object);
  return ours;
}

/// warplaw_atoms_admit: Results become `checked`, the lanes that perform are returned.
lift::Cell admit(const Turn& turn, Calls& calls, lift::ContractCall& call) {
  Terms& terms = call.terms;
  const bool objects =
      ++calls.admits == 1 && calls.chooses == 0 && startsAsOurs(call, 7) && pointsTo(call.arguments[6], kResults);
  Term well = terms.truth(objects) & call.condition;
  if (objects)
    well = well & equals(call.arguments[3], turn.allocated) &
           equals(call.arguments[4], terms.constant(32, spec::bytesOf(turn.pair.size))) &
           saysSo(call.arguments[5], turn.returnsHigh());
  calls.wellCalled = calls.wellCalled & well;
  calls.given = std::get<lift::Table>(call.state.objects[kResults]);
  call.state.objects[kResults] = tableOf("results", turn.checked, true);
  return {turn.admitted, terms.truth(false)};
}

/// warplaw_atoms_spin_winners: reads only.
lift::Cell choose(const Turn& turn, Calls& calls, lift::ContractCall& call) {
  Terms& terms = call.terms;
  const bool objects = ++calls.chooses == 1 && calls.admits == 1 && startsAsOurs(call, 5);
  Term well = terms.truth(objects) & call.condition;
  const Term chosen = turn.pair.size == AtomsSize::U64 ? turn.choices.bank64IsDefault.eq(Bits(0)) : terms.truth(false);
  if (objects)
    well = well & equals(call.arguments[3], turn.admitted) & saysSo(call.arguments[4], chosen);
  calls.wellCalled = calls.wellCalled & well;
  return {turn.winners, terms.truth(false)};
}

/// The path's list: it is written to 32 bytes that the function has initialised; from the count on they are anything.
lift::Cell list(const Turn& turn, Calls& calls, lift::ContractCall& call) {
  Terms& terms = call.terms;
  const bool chosen = calls.chooses == (isSpin(turn.pair) ? 1 : 0);
  const bool objects = ++calls.lists == 1 && calls.admits == 1 && chosen && call.arguments.size() == 3 &&
                       pointsTo(call.arguments[0], kChoices) &&
                       std::holds_alternative<lift::PointerTo>(call.arguments[2]);
  Term well = terms.truth(objects) & call.condition;
  if (objects) {
    well = well & equals(call.arguments[1], turn.attempting());
    const Pointee to = pointee(call.state, call.arguments[2]);
    for (unsigned i = 0; i < kLanes; ++i) {
      lift::Cell* place = cellAt(to.table, to.offset + i, 8);
      well = well & (place ? ~place->poison : terms.truth(false));
      if (place)
        *place = {turn.listed[i].zext(8), turn.count.ule(terms.constant(32, i))};
    }
  }
  calls.wellCalled = calls.wellCalled & well;
  return {turn.count, terms.truth(false)};
}

const lift::Table& resultsIn(const lift::State& state) { return std::get<lift::Table>(state.objects[kResults]); }

/// Row cells that the loop may change are, before turn k, the variables of Turn.
void nameRows(const Turn& turn, lift::State& state) {
  std::vector<lift::Cell>& cells = std::get<lift::Table>(state.objects[kResults]).field("row").cells;
  for (unsigned cell = 0; cell < cells.size(); ++cell)
    if (cells[cell].bits.op() == symbolic::Op::Variable && cells[cell].bits.node()->name.ends_with("@cut"))
      cells[cell].bits = turn.row[cell / kLanes][cell % kLanes];
}

lift::Input inputOf(const Turn& turn, Calls& calls) {
  calls.wellCalled = turn.k.terms().truth(true);
  lift::Input input;
  input.objects = {modifiersTable(turn.imm24, turn.baseIsZero), tableOf("operands", turn.operands),
                   tableOf("choices", turn.choices), lift::ByteMemory{"memory", turn.allocated, {}},
                   tableOf("results", turn.before, true)};
  input.arguments = {lift::PointerTo{kModifiers},
                     lift::PointerTo{kOperands},
                     lift::PointerTo{kChoices},
                     lift::PointerTo{kMemory},
                     turn.allocated,
                     lift::PointerTo{kResults},
                     lift::Callee{kListing}};
  const auto contract = [&](lift::Cell (*callee)(const Turn&, Calls&, lift::ContractCall&)) {
    return [&, callee](lift::ContractCall& call) { return callee(turn, calls, call); };
  };
  input.contracts = {{"warplaw_atoms_admit", contract(admit)},
                     {"warplaw_atoms_spin_winners", contract(choose)},
                     {kListing, contract(list)}};
  input.assumeState = [&](Terms&, lift::State& state) { nameRows(turn, state); };
  return input;
}

/// `turn` and both stages' calls outlive it.
LoopContract loopOf(const Turn& turn, Calls& unoptimized, Calls& final) {
  LoopContract loop;
  loop.symbol = symbolOf(turn.pair);
  loop.over = "the listed lanes";
  loop.input = [&](Stage stage) { return inputOf(turn, stage == Stage::Final ? final : unoptimized); };
  loop.counter = turn.k;
  loop.none = turn.count.eq(Bits(0));
  loop.last = (turn.k.zext(32) + Bits(1)).eq(turn.count);
  loop.parts = [&](const lift::Lifted& lifted) {
    std::vector<LoopPart> parts = cellsOf(lifted, kResults, "row");
    parts.push_back(byteOf(lifted, kMemory, turn.place));
    return parts;
  };
  return loop;
}

/// What the turn takes from its lane, as Turn's variables; and the lane's address: that it is ATOMS-2's is an
/// obligation.
LaneReadings readingsOf(const Turn& turn, const LoopContract& loop, const lift::Lifted& lifted, Stage stage) {
  symbolic::PerLane<Term> bytes; // as they stand in memory
  for (unsigned i = 0; i < kLanes; ++i)
    bytes[i] = turn.listed[i].zext(8);
  const LaneReadings::Table lists[] = {{bytes, turn.laneByte}, {turn.listed, turn.lane()}};
  std::vector<LaneReadings::Table> rows;
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    rows.emplace_back(turn.operands.row[r], turn.word[r]);
  LaneReadings readings(stage, rootsOf(loop, lifted), lists, rows);
  readings.alsoReadAddress(std::get<lift::ByteMemory>(lifted.cut->next.objects[kMemory]), turn.address);
  return readings;
}

/// Fields of Results that phase 2 leaves alone: as the checks left them, at any point of the function from then on.
void addUntouched(Equalities& all, const std::string& when, const lift::Table& got,
                  const symbolic::ResultTerms& checked) {
  const lift::Table expected = tableOf("results", checked, true);
  for (const lift::Field& field : expected.fields)
    if (field.name != "row")
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        all.add(when + "." + nameOfCell(field, cell), got.field(field.name).cells[cell], field.cells[cell].bits);
}

/// Before turn 0: lanes that will not attempt have their last words; losers of .SPIN return 0 (ATOMS-10); memory is as
/// it was.
Equalities beforeTurns(const Subject& subject, const Turn& turn, const lift::Cut& loop, const Calls& calls) {
  Terms& terms = turn.k.terms();
  Equalities all(terms, subject);
  all.require("calls", calls.wellCalled & terms.truth(calls.admits == 1 && calls.lists == 1 &&
                                                      calls.chooses == (isSpin(turn.pair) ? 1u : 0u)));
  if (calls.given)
    for (const lift::Field& field : tableOf("results", turn.before, true).fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        all.add("given." + nameOfCell(field, cell), calls.given->field(field.name).cells[cell], field.cells[cell].bits);
  all.require("entry's stores are no poison", ~poisonIn(terms, {{loop.entry.objects[kMemory]}}));
  const lift::Table& results = resultsIn(loop.entry);
  addUntouched(all, "entry", results, turn.checked);
  const auto rows = entryOf(turn);
  for (unsigned r = 0; r < kResultRows; ++r)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::string name = fmt::format("entry.row[{}][{}]", r, lane);
      const Term stillToCome = turn.attempting().bit(lane) & (r == 0 ? terms.truth(true) : turn.returnsHigh());
      const lift::Cell& got = results.field("row").cells[r * kLanes + lane];
      const Term expected = subject.encode(name, rows[r][lane]);
      all.encoded(name, lift::Cell{stillToCome.ite(expected, got.bits), got.poison}, rows[r][lane]);
    }
  all.add("entry.memory", byteAt(loop.entry, kMemory, turn.place),
          lift::ByteMemory{"memory", turn.allocated, {}}.byteAt(turn.place));
  return all;
}

/// What the lifter assumed before turn k stands for Turn's variables.
BeforeTurn assumedFor(const Turn& turn, const lift::State& assumed, const LaneReadings& readings) {
  const Bytes memory = [&](Term place) { return byteAt(assumed, kMemory, place); };
  std::vector<std::pair<Term, Term>> pairs = {{turn.byte, memory(turn.place)},
                                              {turn.old, load(memory, turn.address, spec::bytesOf(turn.pair.size))}};
  const std::vector<lift::Cell>& cells = resultsIn(assumed).field("row").cells;
  for (unsigned cell = 0; cell < cells.size(); ++cell)
    if (const Term variable = turn.row[cell / kLanes][cell % kLanes]; !cells[cell].bits.same(variable))
      pairs.emplace_back(variable, cells[cell].bits);
  return {std::move(pairs), readings};
}

/// list[k] is what the code takes from the list, and the address is ATOMS-2's.
/// Before the optimiser ran only the latter is used: its undefined behaviour is looked for in any lane, which one index
/// names; what has another index stays as it is.
Equalities readingsHold(const Subject& subject, const Turn& turn, const LaneReadings& raw, const LaneReadings& final) {
  Equalities all(turn.k.terms(), subject);
  final.addIndexes(all, turn.k);
  final.addAddress(all, "address");
  raw.addAddress(all, "unoptimized address");
  return all;
}

Obligation turnStatesTheOracle(const Turn& turn, const Equalities& first, const Equalities& stated,
                               const Obligation& address, const LoopStated& code) {
  const symbolic::LanesWaiting waiting{turn.admitted, turn.winners, turn.checked.row};
  const symbolic::LaneTurn given{turn.laneByte, turn.word, turn.address, turn.offset, turn.byte, turn.old, turn.row};
  return statesTheOraclesTurn(symbolOf(turn.pair), {first, stated, waiting, given, turn.listed, turn.count, address},
                              code);
}

/// Another operation's step: what a twin says instead.
symbolic::AtomsStep wrongStep(const Turn& turn) {
  const Term old = turn.old, operand = turn.operand();
  symbolic::AtomsStep step = turn.step();
  switch (turn.pair.op) {
  case AtomsOp::Min:
    return symbolic::atomsStep(AtomsOp::Max, turn.pair.size, old, operand, turn.swap());
  case AtomsOp::Max:
    return symbolic::atomsStep(AtomsOp::Min, turn.pair.size, old, operand, turn.swap());
  case AtomsOp::Inc: // starts again one too late
    step.newValue = operand.ult(old).ite(step.newValue.terms().constant(32, 0), old + Bits(1));
    return step;
  case AtomsOp::Dec: // 0 does not start again
    step.newValue = operand.ult(old).ite(operand, old - Bits(1));
    return step;
  case AtomsOp::Cas: // ATOMS-7's claim
  case AtomsOp::Cast:
  case AtomsOp::CastSpin:
    return symbolic::atomsStep(turn.pair.op, turn.pair.size, old, turn.swap(), operand);
  default: // a carry or a bit that the operation does not have
    step.newValue = step.newValue ^ old.extract(0, 0).zext(old.width());
    return step;
  }
}

struct FormTwin {
  const char* name;
  const char* mustDiffer;
  OutcomeBuilder builder;
};
std::vector<FormTwin> twins() {
  return {{"result-to-lane-k", "row[0][5]", [](const Turn& turn) { return outcomeOf(turn, turn.step(), turn.k); }},
          {"another-step", "memory", [](const Turn& turn) { return outcomeOf(turn, wrongStep(turn), turn.lane()); }}};
}

Obligations obligations(Terms& terms, const Subject& subject, Pair pair, const std::string& name) {
  const Turn turn(terms, pair);
  Calls rawCalls, calls;
  const LoopContract loop = loopOf(turn, rawCalls, calls);
  const auto cut = cutLoopOf(terms, subject, loop);
  if (const Problem* problem = std::get_if<Problem>(&cut))
    return *problem;
  const CutLoop& cutAt = std::get<CutLoop>(cut);
  const lift::Lifted &unoptimized = cutAt.unoptimized, &final = cutAt.final;
  const LaneReadings rawRead = readingsOf(turn, loop, unoptimized, Stage::Unoptimized),
                     read = readingsOf(turn, loop, final, Stage::Final);
  const lift::State& assumed = final.cut->assumed;
  const auto left = [&](const OutcomeBuilder& builder) {
    const TurnOutcome outcome = builder(turn);
    std::vector<Term> expected;
    for (const auto& row : outcome.row)
      expected.insert(expected.end(), row.begin(), row.end());
    expected.push_back(outcome.memory);
    Equalities all(terms, subject, read, assumedFor(turn, assumed, read));
    addAfterTurn(all, loop.parts(final), expected);
    return all;
  };
  const auto asked = [&](Equalities all, const char* what, std::vector<Term> assumptions,
                         const OutcomeBuilder& builder = encoded, const std::string& mustDiffer = {}) {
    return all.obligation(what, std::move(assumptions), [=](const Assignment& witness) {
      return replayTurn(subject, pair, builder, mustDiffer, witness);
    });
  };
  // where the contracts' facts hold; k is any turn, and before the optimiser ran any value at all
  const std::vector<Term> facts = turn.facts();
  std::vector<Term> withOrWithoutTurns = facts, inMemory = turn.inTurn(), addressed = turn.legal();
  withOrWithoutTurns.push_back(turn.turnIsListed());
  // old and byte are for the witness: the terms speak of memory itself
  const Bytes memory = [&](Term place) { return byteAt(assumed, kMemory, place); };
  inMemory.push_back(memory(turn.place).eq(turn.byte));
  inMemory.push_back(load(memory, turn.address, spec::bytesOf(pair.size)).eq(turn.old));
  addressed.push_back(turn.addressIsEncoded());

  Parts parts(name);
  const auto given = [](const Calls& c) { return c.given ? &*c.given : nullptr; };
  parts.add(definedInEveryTurn(Stage::Unoptimized, unoptimized, withOrWithoutTurns, rawRead, given(rawCalls)));
  parts.add(definedInEveryTurn(Stage::Final, final, withOrWithoutTurns, read, given(calls)));
  const Equalities first = beforeTurns(subject, turn, *final.cut, calls);
  parts.add(asked(first, "entry", facts));
  const Obligation readings = asked(readingsHold(subject, turn, rawRead, read), "readings", addressed);
  parts.add(readings);
  const Equalities stated = left(encoded);
  parts.add(asked(stated, "turn", inMemory));
  parts.add(turnStatesTheOracle(turn, first, stated, readings, {cutAt, loop}));
  Equalities turns(terms, subject, read, read);
  addTurns(turns, loop, final);
  addUntouched(turns, "after", resultsIn(final.after), turn.checked);
  parts.add(asked(turns, "turns", withOrWithoutTurns));
  std::vector<Term> needed = turn.kept(), legal = turn.legal();
  needed.insert(needed.end(), legal.begin(), legal.end());
  const Term any = terms.variable(32, "any");
  parts.proved(
      "assumed-is-required", // what callers keep; the lane's word is the cell of its row
      {datapathsAssume({any, any, turn.imm24, turn.baseIsZero}, turn.operands, turn.choices, turn.allocated),
       turn.word[spec::atoms_rows::kBase].eq(terms.select(turn.lane(), turn.operands.row[spec::atoms_rows::kBase]))},
      terms.all(needed));
  for (const auto& [twin, output, builder] : twins())
    parts.add(asTwin(asked(left(builder), "turn", inMemory, builder, output), twin, output));
  return parts.take();
}

Theorem formTheorem(const Subject& subject, Pair pair) {
  Theorem theorem;
  theorem.name = "atoms/portable/" + nameOf(pair);
  theorem.instruction = "ATOMS";
  theorem.form = formOf(pair);
  theorem.path = "portable"; // and any other
  theorem.rules = {"ATOMS-1", "ATOMS-2",
                   "ATOMS-5", pair.op == AtomsOp::Cas ? "ATOMS-7" : returnsFlag(pair.op) ? "ATOMS-9" : "ATOMS-6",
                   "MACH-1",  "MACH-4",
                   "MACH-5"};
  if (isSpin(pair))
    theorem.rules.push_back("ATOMS-10");
  theorem.statement = theorem.form +
                      ", any path: no undefined behaviour; each turn of the loop over the listed lanes is "
                      "the encoding's step for lane list[k], turns are those of the list, the frame "
                      "included";
  theorem.code = {symbolOf(pair)};
  theorem.build = [subject, pair, name = theorem.name](Terms& terms) {
    return obligations(terms, subject, pair, name);
  };
  return theorem;
}

} // namespace

std::vector<Theorem> executorTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const Pair pair : pairs())
    theorems.push_back(formTheorem(subject, pair));
  return theorems;
}

} // namespace warplaw::proofs::atoms
