// ATOMS's code, a theorem a form: the checks, .SPIN's winners and the list of who attempts by contract
// (proofs/theorems/atoms_checks.cpp, atoms_winners.cpp, atoms_list.cpp), one arbitrary turn of the shipped loop equal
// to the encoding's step for lane list[k], the frame included (ATOMS-2, -5..7, -9, MACH-1, -4, -5); the turns are 0 to
// the list's count, and what the last one leaves is what the function leaves. Any path's list: it is a parameter.
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

/// The function at one stage, lifted with its loop cut before turn k.
struct Cut {
  lift::Lifted lifted;
  Calls calls;
  const lift::Table& rowsAt(const lift::State& state) const { return std::get<lift::Table>(state.objects[kResults]); }
  Term byteAt(const lift::State& state, Term place) const {
    return std::get<lift::ByteMemory>(state.objects[kMemory]).byteAt(place);
  }
};

/// Row cells that the loop may change are, before turn k, the variables of Turn.
void nameRows(const Turn& turn, lift::State& state) {
  std::vector<lift::Cell>& cells = std::get<lift::Table>(state.objects[kResults]).field("row").cells;
  for (unsigned cell = 0; cell < cells.size(); ++cell)
    if (cells[cell].bits.op() == symbolic::Op::Variable && cells[cell].bits.node()->name.ends_with("@cut"))
      cells[cell].bits = turn.row[cell / kLanes][cell % kLanes];
}

std::variant<Cut, Problem> cutOf(Terms& terms, const Subject& subject, const Turn& turn, Stage stage) {
  Cut cut;
  cut.calls.wellCalled = terms.truth(true);
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
  input.contracts["warplaw_atoms_admit"] = [&](lift::ContractCall& call) { return admit(turn, cut.calls, call); };
  input.contracts["warplaw_atoms_spin_winners"] = [&](lift::ContractCall& call) {
    return choose(turn, cut.calls, call);
  };
  input.contracts[kListing] = [&](lift::ContractCall& call) { return list(turn, cut.calls, call); };
  input.cut = true;
  if (stage == Stage::Final) // unoptimized: any value, what the loop's condition does not exclude
    input.assumePhi = [&](Terms&, const std::string&, unsigned width, Term entry) {
      return entry.isConstant() && entry.value() == 0 && width > 5 ? turn.k.zext(width) : Term();
    };
  input.assumeState = [&](Terms&, lift::State& state) { nameRows(turn, state); };
  auto lifted = liftFrom(terms, subject, symbolOf(turn.pair), stage, input);
  if (const Problem* problem = std::get_if<Problem>(&lifted))
    return *problem;
  cut.lifted = std::get<lift::Lifted>(std::move(lifted));
  if (!cut.lifted.cut)
    return Problem{Verdict::Unsupported,
                   symbolOf(turn.pair) + ": no loop over the listed lanes that is marked to be cut"};
  return cut;
}

/// The code's own ways to say list[k], a word of the lane's, and the lane's address: found in its terms and replaced
/// by Turn's variables. What makes that right: that the index is k and the address ATOMS-2's is an obligation
/// (readings); a word of a lane is by definition the cell of its row.
class Readings {
public:
  Readings(const Turn& turn, const Cut& cut, std::span<const Term> roots, Stage stage) : turn_(turn) {
    symbolic::PerLane<Term> bytes; // as they stand in memory
    for (unsigned i = 0; i < kLanes; ++i)
      bytes[i] = turn.listed[i].zext(8);
    for (const auto& [cells, lane] : {std::pair(bytes, turn.laneByte), std::pair(turn.listed, turn.lane())})
      for (const Term select : lookUps(roots, cells)) {
        if (stage == Stage::Unoptimized && !indexes_.empty() && !indexes_.front().same(select.arg(0)))
          continue; // no obligation says that it is the same lane
        indexes_.push_back(select.arg(0));
        lanes_.emplace_back(select, lane);
      }
    std::vector<Term> inner;
    for (Term root : roots)
      inner.push_back(symbolic::substitute(root, lanes_));
    for (unsigned r = 0; r < spec::kSourceRows; ++r)
      for (const Term select : lookUps(inner, turn.operands.row[r]))
        if (isLane(select.arg(0)))
          words_.emplace_back(select, turn.word[r]);
    for (const lift::ByteStore& store : std::get<lift::ByteMemory>(cut.lifted.cut->next.objects[kMemory]).stores) {
      const Term address = words(store.address);
      if (address.op() == symbolic::Op::Add &&
          addresses_.empty()) // one store, whole; otherwise addresses stay as they are
        addresses_.emplace_back(address, turn.address);
    }
  }
  Term words(Term term) const { return symbolic::substitute(symbolic::substitute(term, lanes_), words_); }
  Term operator()(Term term) const { return symbolic::substitute(words(term), addresses_); }

  /// Everything that the code takes from the list in this turn, by its index, and k.
  std::vector<std::pair<Term, Term>> indexes() const {
    std::vector<std::pair<Term, Term>> pairs;
    for (Term index : indexes_)
      pairs.emplace_back(index.zext(std::max(index.width(), 5u)), turn_.k.zext(std::max(index.width(), 5u)));
    return pairs;
  }
  std::vector<Term> addresses() const {
    std::vector<Term> all;
    for (const auto& [address, variable] : addresses_)
      all.push_back(address);
    return all;
  }

private:
  bool isLane(Term index) const {
    return index.same(turn_.lane()) || (index.width() > 5 && index.same(turn_.lane().zext(index.width())));
  }

  const Turn& turn_;
  std::vector<Term> indexes_;
  std::vector<std::pair<Term, Term>> lanes_, words_, addresses_;
};

/// All terms of the code that a statement looks at.
std::vector<Term> rootsOf(const Turn& turn, const Cut& cut) {
  const lift::Cut& loop = *cut.lifted.cut;
  std::vector<Term> roots = {cut.lifted.undefined, cut.byteAt(loop.next, turn.place),
                             cut.byteAt(cut.lifted.after, turn.place), loop.continues};
  for (const lift::State* state : {&loop.next, &cut.lifted.after})
    for (const lift::Cell& cell : cut.rowsAt(*state).field("row").cells)
      roots.insert(roots.end(), {cell.bits, cell.poison});
  for (const lift::ByteStore& store : std::get<lift::ByteMemory>(loop.next.objects[kMemory]).stores)
    roots.insert(roots.end(), {store.condition, store.address, store.value, store.poison});
  return roots;
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

/// Where nobody is listed, what stood before turn 0 is what the function leaves.
void addWithoutTurns(Equalities& all, const Turn& turn, const Cut& cut) {
  const Term none = turn.count.eq(Bits(0));
  const lift::Table &entry = cut.rowsAt(cut.lifted.cut->entry), &after = cut.rowsAt(cut.lifted.after);
  for (const lift::Field& field : entry.fields)
    for (unsigned cell = 0; cell < field.cells.size(); ++cell) {
      const lift::Cell& left = after.field(field.name).cells[cell];
      const Term expected = field.cells[cell].bits;
      all.add("no turn." + nameOfCell(field, cell), lift::Cell{none.ite(left.bits, expected), none & left.poison},
              expected);
    }
  const Term expected = cut.byteAt(cut.lifted.cut->entry, turn.place);
  all.add("no turn.memory", none.ite(cut.byteAt(cut.lifted.after, turn.place), expected), expected);
  all.require("what is stored without a turn is no poison",
              ~(none & poisonIn(turn.k.terms(), {{cut.lifted.after.objects[kMemory]}})));
}

/// Before turn 0: lanes that will not attempt have their last words; losers of .SPIN return 0 (ATOMS-10); memory is as
/// it was.
Equalities beforeTurns(Terms& terms, const Subject& subject, const Turn& turn, const Cut& cut) {
  Equalities all(terms, subject);
  all.require("calls", cut.calls.wellCalled & terms.truth(cut.calls.admits == 1 && cut.calls.lists == 1 &&
                                                          cut.calls.chooses == (isSpin(turn.pair) ? 1u : 0u)));
  all.add("entered", cut.lifted.cut->reached, ~turn.count.eq(Bits(0)));
  if (cut.calls.given)
    for (const lift::Field& field : tableOf("results", turn.before, true).fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        all.add("given." + nameOfCell(field, cell), cut.calls.given->field(field.name).cells[cell],
                field.cells[cell].bits);
  all.require("entry's stores are no poison", ~poisonIn(terms, {{cut.lifted.cut->entry.objects[kMemory]}}));
  const lift::Table& results = cut.rowsAt(cut.lifted.cut->entry);
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
  all.add("entry.memory", cut.byteAt(cut.lifted.cut->entry, turn.place),
          lift::ByteMemory{"memory", turn.allocated, {}}.byteAt(turn.place));
  addWithoutTurns(all, turn, cut);
  return all;
}

/// What the lifter assumed before turn k stands for Turn's variables.
std::function<Term(Term)> assumedFor(const Turn& turn, const Cut& cut, const Readings& readings) {
  const lift::State& assumed = cut.lifted.cut->assumed;
  const Bytes memory = [&](Term place) { return cut.byteAt(assumed, place); };
  std::vector<std::pair<Term, Term>> pairs = {{turn.byte, memory(turn.place)},
                                              {turn.old, load(memory, turn.address, spec::bytesOf(turn.pair.size))}};
  const std::vector<lift::Cell>& cells = cut.rowsAt(assumed).field("row").cells;
  for (unsigned cell = 0; cell < cells.size(); ++cell)
    if (const Term variable = turn.row[cell / kLanes][cell % kLanes]; !cells[cell].bits.same(variable))
      pairs.emplace_back(variable, cells[cell].bits);
  return [pairs, readings](Term term) { return readings(symbolic::substitute(term, pairs)); };
}

/// list[k] is what the code takes from the list, and the address is ATOMS-2's.
/// Before the optimiser ran only the latter is used: its undefined behaviour is looked for in any lane, which one index
/// names; what has another index stays as it is.
Obligation readings(Terms& terms, const Subject& subject, const Turn& turn, const Readings& raw, const Readings& final,
                    std::function<Replay(const Assignment&)> replay) {
  Equalities all(terms, subject);
  for (const auto& [index, k] : final.indexes())
    all.add("list's index", index, k);
  for (const Term address : final.addresses())
    all.add("address", address, turn.address);
  for (const Term address : raw.addresses())
    all.add("unoptimized address", address, turn.address);
  std::vector<Term> assumptions = turn.legal();
  assumptions.push_back(turn.addressIsEncoded());
  return all.obligation("readings", assumptions, std::move(replay));
}

/// What a turn leaves.
Equalities afterTurn(Terms& terms, const Subject& subject, const Turn& turn, const Cut& cut, const Readings& readings,
                     const OutcomeBuilder& builder) {
  Equalities all(terms, subject, readings, assumedFor(turn, cut, readings));
  const TurnOutcome expected = builder(turn);
  const lift::State& next = cut.lifted.cut->next;
  all.encoded("memory", cut.byteAt(next, turn.place), expected.memory);
  for (unsigned r = 0; r < kResultRows; ++r)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      all.encoded(fmt::format("row[{}][{}]", r, lane), cut.rowsAt(next).field("row").cells[r * kLanes + lane],
                  expected.row[r][lane]);
  for (const lift::ByteStore& store : std::get<lift::ByteMemory>(next.objects[kMemory]).stores)
    all.require("stored-value-is-no-poison", ~(store.condition & store.poison));
  return all;
}

/// The turn itself.
Obligation turnEquality(const Subject& subject, const Turn& turn, Equalities after,
                        const std::vector<Term>& assumptions, const OutcomeBuilder& builder,
                        const std::string& mustDiffer = {}) {
  return after.obligation("turn", assumptions, [=, pair = turn.pair](const Assignment& witness) {
    return replayTurn(subject, pair, builder, mustDiffer, witness);
  });
}

Obligation turnStatesTheOracle(const Turn& turn, const Equalities& first, const Equalities& stated) {
  const symbolic::LanesWaiting waiting{turn.admitted, turn.winners, turn.checked.row};
  const symbolic::LaneTurn given{turn.laneByte, turn.word, turn.address, turn.offset, turn.byte, turn.old, turn.row};
  return statesTheOraclesTurn(symbolOf(turn.pair), {first, stated, waiting, given},
                              {modifiersTable(turn.imm24, turn.baseIsZero), tableOf("operands", turn.operands),
                               tableOf("choices", turn.choices)});
}

/// k goes 0, 1, .. to the count and the function returns with what the last turn leaves.
Obligation turns(Terms& terms, const Subject& subject, const Turn& turn, const Cut& cut, const Readings& readings,
                 const std::vector<Term>& assumptions, std::function<Replay(const Assignment&)> replay) {
  Equalities all(terms, subject, readings, readings);
  const lift::Cut& loop = *cut.lifted.cut;
  all.require("some variable counts the turns", terms.truth(!loop.phis.empty()));
  for (const lift::Carried& phi : loop.phis) {
    all.add(phi.name + " at the head", phi.assumed, turn.k.zext(phi.width));
    all.add(phi.name, lift::Cell{phi.next, phi.nextPoison}, turn.k.zext(phi.width) + Bits(1));
  }
  const Term last = (turn.k.zext(32) + Bits(1)).eq(turn.count);
  all.add("continues", loop.continues, ~last);
  const lift::Table &results = cut.rowsAt(cut.lifted.after), &left = cut.rowsAt(loop.next);
  addUntouched(all, "after", results, turn.checked);
  for (unsigned cell = 0; cell < kResultRows * kLanes; ++cell) {
    const lift::Cell& got = results.field("row").cells[cell];
    const Term expected = left.field("row").cells[cell].bits;
    all.add(fmt::format("after.row[{}][{}]", cell / kLanes, cell % kLanes),
            lift::Cell{last.ite(got.bits, expected), last & got.poison}, expected);
  }
  const Term expected = cut.byteAt(loop.next, turn.place);
  all.add("after.memory", last.ite(cut.byteAt(cut.lifted.after, turn.place), expected), expected);
  all.require("what is stored afterwards is no poison",
              ~(last & poisonIn(terms, {{cut.lifted.after.objects[kMemory]}})));
  return all.obligation("turns", assumptions, std::move(replay));
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
  const auto unoptimized = cutOf(terms, subject, turn, Stage::Unoptimized);
  if (const Problem* problem = std::get_if<Problem>(&unoptimized))
    return *problem;
  const auto final = cutOf(terms, subject, turn, Stage::Final);
  if (const Problem* problem = std::get_if<Problem>(&final))
    return *problem;
  const Cut &raw = std::get<Cut>(unoptimized), &cut = std::get<Cut>(final);
  const Readings rawRead(turn, raw, rootsOf(turn, raw), Stage::Unoptimized),
      read(turn, cut, rootsOf(turn, cut), Stage::Final);
  const std::vector<Term> facts = turn.facts();
  const std::vector<Term> inTurn = turn.inTurn();
  std::vector<Term> inMemory = inTurn; // old and byte are for the witness: the terms speak of memory itself
  const Bytes memory = [&](Term place) { return cut.byteAt(cut.lifted.cut->assumed, place); };
  inMemory.push_back(memory(turn.place).eq(turn.byte));
  inMemory.push_back(load(memory, turn.address, spec::bytesOf(pair.size)).eq(turn.old));
  const auto replay = [subject, pair](const Assignment& witness) {
    return replayTurn(subject, pair, encoded, "", witness);
  };

  Parts parts(name);
  // where the contracts' facts hold; k is any turn, and before the optimiser ran any value at all
  const auto given = [](const Cut& c) { return c.calls.given ? &*c.calls.given : nullptr; };
  std::vector<Term> withOrWithoutTurns = facts;
  withOrWithoutTurns.push_back(turn.turnIsListed());
  parts.add(definedInEveryTurn(Stage::Unoptimized, raw.lifted, withOrWithoutTurns, rawRead, given(raw)));
  parts.add(definedInEveryTurn(Stage::Final, cut.lifted, withOrWithoutTurns, read, given(cut)));
  Equalities first = beforeTurns(terms, subject, turn, cut);
  parts.add(first.obligation("entry", facts, replay));
  parts.add(readings(terms, subject, turn, rawRead, read, replay));
  const Equalities stated = afterTurn(terms, subject, turn, cut, read, encoded);
  parts.add(turnEquality(subject, turn, stated, inMemory, encoded));
  parts.add(turnStatesTheOracle(turn, first, stated));
  parts.add(turns(terms, subject, turn, cut, read, inTurn, replay));
  std::vector<Term> assumed = turn.kept(), legal = turn.legal();
  assumed.insert(assumed.end(), legal.begin(), legal.end());
  const Term any = terms.variable(32, "any");
  parts.proved(
      "assumed-is-required", // what callers keep; the lane's word is the cell of its row
      {datapathsAssume({any, any, turn.imm24, turn.baseIsZero}, turn.operands, turn.choices, turn.allocated),
       turn.word[spec::atoms_rows::kBase].eq(terms.select(turn.lane(), turn.operands.row[spec::atoms_rows::kBase]))},
      terms.all(assumed));
  for (const FormTwin& twin : twins()) {
    parts.add(asTwin(turnEquality(subject, turn, afterTurn(terms, subject, turn, cut, read, twin.builder), inMemory,
                                  twin.builder, twin.mustDiffer),
                     twin.name, twin.mustDiffer));
  }
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
